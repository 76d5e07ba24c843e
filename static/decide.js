// What somebody can do with a deal that waits on this phone: see why the host refused it, or discard it.
outbox.decide = (line, one, key, refused) => {
  line.parentElement.append(line); // the oldest first here: it holds up the others
  line.append(document.getElementById("decide").content.cloneNode(true));
  const find = (selector) => line.querySelector(selector);
  const form = find("form");
  find(".look").hidden = !refused;
  form.action = one.to;
  for (const [name, value] of new URLSearchParams(one.fields)) {
    if (name === "csrf_token") continue;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  find(".discard").onclick = () => {
    outbox.keep(key);
    outbox.show();
    outbox.flush();
  };
};
