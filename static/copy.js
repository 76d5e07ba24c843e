// Copies a link or a text. Over plain HTTP only the old way works: to select the text, and copy the
// selection.
"use strict";
for (const button of document.querySelectorAll("[data-copied]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const text = button.closest(".link, main").querySelector(".address, textarea");
    if (text.select) text.select();
    else getSelection().selectAllChildren(text);
    if (document.execCommand("copy")) button.textContent = button.dataset.copied;
  });
}
