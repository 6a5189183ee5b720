/** The page's script. It highlights the rows and lines of the field under the pointer, and dims those that a search excludes. */
export const crosswalkScript = `
for (const section of document.querySelectorAll("section")) {
  const rows = [...section.querySelectorAll(".row[data-links]")];
  const links = [...section.querySelectorAll(".link")];
  const linksOf = (row) => row.dataset.links.split(" ").filter((id) => id !== "");
  const light = (ids) => {
    for (const link of links) link.classList.toggle("lit", ids.includes(link.dataset.link));
    for (const row of rows) row.classList.toggle("lit", linksOf(row).some((id) => ids.includes(id)));
  };
  for (const row of rows) row.addEventListener("mouseenter", () => light(linksOf(row)));
  for (const link of links) link.addEventListener("mouseenter", () => light([link.dataset.link]));
  section.querySelector(".drawing")?.addEventListener("mouseleave", () => light([]));
}
document.addEventListener("toggle", (event) => {
  if (!event.target.open || !event.target.closest(".row")) return;
  for (const other of document.querySelectorAll(".row details[open]")) if (other !== event.target) other.open = false;
}, true);
const tools = document.querySelector(".tools");
tools.hidden = false;
const find = () => {
  const text = tools.querySelector("[type=search]").value.toLowerCase();
  const shown = [...tools.querySelectorAll("[type=checkbox]:checked")].map((box) => box.value);
  for (const section of document.querySelectorAll("section")) {
    const seen = new Set();
    for (const row of section.querySelectorAll(".row[data-links]")) {
      const hay = (row.title + " " + row.textContent).toLowerCase();
      const isShown = hay.includes(text) && (row.matches(".map") || shown.some((word) => row.matches("." + word)));
      row.classList.toggle("dim", !isShown);
      if (isShown) for (const id of row.dataset.links.split(" ")) seen.add(id);
    }
    for (const link of section.querySelectorAll(".link")) link.classList.toggle("dim", !seen.has(link.dataset.link));
    for (const row of section.querySelectorAll(".fields tbody tr"))
      row.hidden = !row.textContent.toLowerCase().includes(text) || !shown.some((word) => row.matches("." + word));
  }
};
tools.addEventListener("input", find);
`;
