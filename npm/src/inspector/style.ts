/** How the inspector looks. It is light or dark as the page is: by the page's `color-scheme`. */
export const CSS: string = `
:host { all: initial; display: block; color-scheme: inherit; }
section {
  --text: light-dark(#1c2330, #e8ebf0); --soft: light-dark(#5a6474, #a3adbb);
  --ground: light-dark(#fff, #171b22); --sunk: light-dark(#f4f6f9, #10141a);
  --line: light-dark(#d5dae2, #39424f); --in: light-dark(#0b5cad, #7db8f7);
  --out: light-dark(#8a4b08, #f0b46c); --good: light-dark(#17693f, #62cf9a);
  --bad: light-dark(#b3261e, #ff9a92);
}
section {
  display: flex; flex-direction: column; box-sizing: border-box; height: 100%;
  color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  font: 13px/1.45 system-ui, sans-serif; overflow: hidden;
}
section:not(.over) { height: 560px; max-height: 90vh; min-height: 220px; resize: vertical; }
.over {
  position: fixed; z-index: 2147483647; right: 8px; bottom: 8px; width: min(560px, calc(100vw - 16px));
  height: min(480px, 60vh); box-shadow: 0 6px 20px rgb(0 0 0 / 0.25);
}
header { display: flex; align-items: center; gap: 6px; padding: 6px 8px 6px 12px; border-bottom: 1px solid var(--line); }
h2 { margin: 0 auto 0 0; font-size: 13px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
button {
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 5px;
  padding: 2px 8px; min-height: 26px; box-sizing: border-box;
}
button { cursor: pointer; flex: none; }
button:hover { border-color: var(--soft); }
:focus-visible { outline: 2px solid var(--in); outline-offset: -2px; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 2px 16px; margin: 0; }
dl div { display: flex; gap: 8px; min-width: 0; }
dt { color: var(--soft); flex: none; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.state { padding: 7px 12px; border-bottom: 1px solid var(--line); }
.state div:last-child { grid-column: 1 / -1; }
.rows { flex: 1; overflow: auto; min-height: 60px; }
.name { font: 12px/1.45 ui-monospace, monospace; }
summary { cursor: pointer; min-height: 24px; }
details dl { margin: 4px 0 8px; grid-template-columns: 1fr; }
details dt { min-width: 110px; }
table { border-collapse: collapse; width: 100%; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: left; font-weight: 500; color: var(--soft); position: sticky; top: 0; background: var(--ground); z-index: 1; }
th, td { padding: 1px 4px 1px 12px; vertical-align: baseline; white-space: nowrap; }
th { padding-top: 5px; }
td { font-variant-numeric: tabular-nums; }
td:first-child { color: var(--soft); }
td:last-child { white-space: normal; width: 100%; overflow-wrap: anywhere; }
tr { height: 26px; }
tr:hover td { background: var(--sunk); }
.note { color: var(--soft); }
.event .kind { color: var(--in); }
.action .kind { color: var(--out); }
.attempt .kind, .session .kind { color: var(--good); }
.bad .kind, .bad .name, .bad .note { color: var(--bad); }
`;
