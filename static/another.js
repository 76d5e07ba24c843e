// When a deal that waited is saved as one more deal, because others told that deal meanwhile, the deals
// that wait behind it at its table get higher numbers too: else each of them would be asked about.
{
  const number = (address) => +address.match(/deals\/(\d+)/)[1];
  const moved = (text, on) => text.replace(/\d+/, (n) => +n + on);
  // In the capturing phase: before outbox.js sends the deal.
  document.getElementById("record").addEventListener("submit", ({ target, submitter }) => {
    const box = JSON.parse(localStorage.outbox ?? "{}"), own = box[target.key.value];
    if (submitter.name !== "another" || !own) return;
    const first = number(own.to), on = number(submitter.attributes.formaction.value) - first;
    for (const one of Object.values(box)) {
      const { corrects } = Object.fromEntries(one.fields);
      if (one === own || one.table !== own.table || corrects || number(one.to) < first) continue;
      one.to = one.table + moved(one.to.slice(one.table.length), on);
      one.next += on;
      one.says = moved(one.says, on);
    }
    localStorage.outbox = JSON.stringify(box);
  }, true);
}
