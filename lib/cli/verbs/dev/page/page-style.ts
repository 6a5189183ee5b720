/** The page's CSS. It follows the CSS of the lens diagram, whose colours it uses. */
export const pageStyle = `
body.dev { max-width: none; padding: 0 24px 40px; overflow-wrap: anywhere; }
.dev header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 18px; padding: 16px 0 10px;
  border-bottom: 1px solid var(--line); }
.dev h1 { margin: 0; font-size: 18px; } .dev h2 { margin: 20px 0 6px; font-size: 17px; } .dev h3 { font-size: 14px; margin: 0; }
#status { margin: 0; color: var(--faint); }
#status::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 50%;
  background: var(--derived); }
#status.live::before { background: var(--changed); } #status.ended::before { background: var(--dropped); }
.skip { position: absolute; left: -999px; } .skip:focus { left: 8px; top: 8px; background: var(--ground); padding: 4px 8px; }
:focus-visible { outline: 2px solid var(--moved); outline-offset: 2px; }
.hint, .faint { color: var(--faint); } .hint { margin: 0 0 10px; font-size: 13px; }
.problem { margin: 14px 0; padding: 10px 14px; border-left: 4px solid var(--dropped); background: var(--shade); border-radius: 4px; }
.problem h2 { margin: 0 0 6px; font-size: 15px; }
.problem pre, .note { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
nav#kinds, .choices { display: flex; flex-wrap: wrap; gap: 6px; margin: 12px 0; }
.dev button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px;
  padding: 5px 11px; min-height: 32px; cursor: pointer; text-align: left; }
.dev button:hover { background: var(--shade); }
.dev button[aria-pressed=true] { border-color: var(--moved); box-shadow: inset 0 0 0 1px var(--moved); font-weight: 600; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(280px, 340px); gap: 0 32px; align-items: start; }
main:focus { outline: none; }
.versions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); gap: 14px; }
.version { min-width: 0; border: 1px solid var(--line); border-radius: 8px; }
.version h4 { display: flex; justify-content: space-between; gap: 8px; margin: 0; padding: 7px 12px; font-size: 14px;
  border-bottom: 1px solid var(--line); background: var(--shade); border-radius: 8px 8px 0 0; }
.version h4 span { font-weight: 400; color: var(--faint); }
.version pre { margin: 0; padding: 10px 0; overflow-x: auto; overflow-wrap: normal; font: 12.5px/1.5 ui-monospace, "SFMono-Regular",
  Menlo, Consolas, monospace; }
.version pre span { display: block; width: fit-content; min-width: 100%; padding: 0 12px; white-space: pre; }
.version pre .own { background: color-mix(in srgb, var(--moved) 13%, transparent); }
.version.failed { border-color: var(--dropped); } .version .note { padding: 9px 12px; border-left: 4px solid var(--derived); }
.version.failed .note { border-color: var(--dropped); }
.walk { overflow-x: auto; margin: 8px 0 20px; padding-bottom: 6px; } .walk .drawing { min-width: 700px; width: fit-content; }
.walk .heads { position: static; } .dev .legend { margin: 8px 0; padding: 8px 12px; }
#reviews { margin: 0; padding: 0; list-style: none; }
#reviews li { border-top: 1px solid var(--line); }
#reviews summary { padding: 7px 2px; cursor: pointer; } #reviews .more { padding: 0 2px 10px 16px; }
#reviews .succeeded { color: var(--changed); } #reviews .failed { color: var(--dropped); font-weight: 600; }
#reviews time { color: var(--faint); font-variant-numeric: tabular-nums; } #reviews button { margin: 6px 6px 0 0; }
@media (max-width: 900px) {
  body.dev { padding: 0 14px 30px; } .columns { display: block; }
}
`;
