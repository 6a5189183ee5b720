/** The style sheet for light and dark screens and for paper. */
export const crosswalkStyle = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1d2129; --faint: #6b7280; --line: #d9dce1; --shade: #f5f6f8;
  --identical: #8a9099; --moved: #0065a3; --changed: #00795a; --preserved: #9b3d85; --derived: #a05a00; --dropped: #c02f1d; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181d; --ink: #e4e6ea; --faint: #9aa1ac; --line: #363b45;
  --shade: #20232a; --identical: #7b828d; --moved: #5cb3f0; --changed: #43c59e; --preserved: #db8cc8; --derived: #e5a24a;
  --dropped: #f2806f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1240px; background: var(--ground); color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 18px; margin: 40px 0 8px; }
code, .tree, .tree ul { font: 12.5px/22px ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
nav ul { columns: 2 380px; column-gap: 40px; padding-left: 18px; }
a { color: var(--moved); }
.identical { --own: var(--identical); } .moved { --own: var(--moved); } .changed { --own: var(--changed); }
.preserved { --own: var(--preserved); } .derived { --own: var(--derived); } .dropped { --own: var(--dropped); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 22px; padding: 10px 14px; margin: 12px 0; list-style: none;
  background: var(--shade); border-radius: 6px; }
.legend li { display: flex; align-items: center; gap: 7px; }
.legend svg { width: 44px; height: 8px; } .legend i { color: var(--faint); }
.badge { display: inline-block; width: 17px; height: 17px; flex: none; border: 1.5px solid var(--own); border-radius: 4px;
  color: var(--own); font: 700 11px/14px system-ui, sans-serif; text-align: center; }
path { stroke: var(--own); fill: none; }
svg text { fill: var(--own); font: 11px system-ui, sans-serif; }
.counts { border-collapse: collapse; margin: 8px 0 14px; }
.counts td, .counts th { padding: 2px 14px 2px 0; text-align: right; font-weight: 400; }
.counts tbody th { text-align: left; font-weight: 600; }
.faults { list-style: none; padding: 0; margin: 8px 0 14px; }
.faults li { padding: 4px 10px; margin: 3px 0; border-left: 4px solid var(--dropped); background: var(--shade); }
details.faults { padding-left: 4px; } details.faults summary, .all > summary { cursor: pointer; }
.faults .warning { border-color: var(--derived); }
.drawing { display: grid; grid-template-columns: fit-content(480px) 240px fit-content(480px); }
.strip { grid-column: 1 / -1; display: grid; grid-template-columns: subgrid; }
.tree { min-width: 220px; }
.heads { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); }
.heads h3 { margin: 0; padding: 6px 0; font: 600 14px/22px system-ui, sans-serif; }
.heads h3:last-child { padding-left: 27px; }
.row { position: relative; display: flex; align-items: center; gap: 6px; height: 22px; border-radius: 4px; }
.row .label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row.map .label { font-weight: 600; } .row.identical .label { color: var(--faint); }
.from .row, .to .row { padding-left: calc(var(--depth, 0) * 14px); padding-right: 6px; }
.from .row[title]:not(.map)::before { content: ""; flex: 1 1 8px; order: 1; border-bottom: 1px dotted var(--line); }
.from .badge { order: 2; } .from .row::after { order: 1; } .to .badge { order: -1; margin-left: 4px; }
.to .row { padding-left: 0; } .to .row .label, .to .row details { margin-left: calc(var(--depth, 0) * 14px); }
.to .row details .label { margin-left: 0; } .to .row.map .label { margin-left: calc(var(--depth, 0) * 14px + 27px); }
.row.faulty::after { content: "!"; flex: none; width: 15px; height: 15px; border-radius: 8px; background: var(--dropped);
  color: var(--ground); font: 700 11px/15px system-ui, sans-serif; text-align: center; }
.row details { min-width: 0; flex: 0 1 auto; }
.row summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row summary i { color: var(--faint); font-family: system-ui, sans-serif; font-size: 12px; }
.row details ul { position: absolute; z-index: 5; top: 22px; margin: 0; padding: 8px 14px 8px 14px; max-height: 320px;
  overflow: auto; list-style: none; background: var(--ground); border: 1px solid var(--line); border-radius: 6px;
  box-shadow: 0 6px 24px rgb(0 0 0 / 18%); line-height: 19px; white-space: nowrap; }
.lines { display: block; overflow: hidden; }
.row:hover { background: var(--shade); }
.lit > path { stroke-width: 4; } .row.lit { background: var(--line); }
.dim { opacity: .18; }
.fields { border-collapse: collapse; width: 100%; margin: 18px 0 6px; }
.fields th { text-align: left; font-size: 12px; color: var(--faint); }
.fields td, .fields th { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.fields code { line-height: 1.45; overflow-wrap: anywhere; } .fields td:nth-child(3) { white-space: nowrap; } .fields small { color: var(--faint); }
.fields th:nth-child(2), .fields th:nth-child(4) { width: 36%; }
.all > summary { cursor: pointer; color: var(--faint); }
.tools { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; margin: 12px 0; }
.tools input[type=search] { font: inherit; padding: 4px 8px; width: 240px; }
@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --faint: #444; --line: #bbb; --shade: #fff;
    --identical: #777; --moved: #0065a3; --changed: #00795a; --preserved: #9b3d85; --derived: #a05a00; --dropped: #c02f1d; }
  @page { margin: 14mm; }
  body { padding: 0; max-width: none; font-size: 11px; }
  .fields code, .faults code { font-size: 9.5px; line-height: 1.3; } .faults li { padding: 1px 8px; }
  .drawing { display: block; } .tree { min-width: 0; } .tree, .row summary i { font-size: 10px; }
  .strip { grid-template-columns: minmax(0, 1fr) 240px minmax(0, 1fr); break-inside: avoid; }
  .heads { break-after: avoid; }
  .tools, .row details ul, nav { display: none; }
  .heads { position: static; } .legend { border: 1px solid var(--line); }
  h2 { break-after: avoid; } .fields tr, .faults li { break-inside: avoid; }
  section + section { break-before: page; }
  details.faults::details-content { content-visibility: visible; block-size: auto; }
}
`;
