// A link is copied by a touch. Over plain HTTP only the old way reaches the clipboard: what is marked.
"use strict";
for (const button of document.querySelectorAll("[data-copied]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    getSelection().selectAllChildren(button.closest(".link").querySelector(".address"));
    if (document.execCommand("copy")) button.textContent = button.dataset.copied;
  });
}
