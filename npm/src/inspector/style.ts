/** How the inspector looks. It is light or dark as the page is: by the page's `color-scheme`. */
export const CSS: string = `
:host { all: initial; display: block; color-scheme: inherit; }
section, .frame {
  --text: light-dark(#1c2330, #e8ebf0); --soft: light-dark(#5a6474, #a3adbb);
  --ground: light-dark(#fff, #171b22); --sunk: light-dark(#f4f6f9, #10141a);
  --line: light-dark(#d5dae2, #39424f); --in: light-dark(#0b5cad, #7db8f7);
  --out: light-dark(#8a4b08, #f0b46c); --good: light-dark(#17693f, #62cf9a);
  --bad: light-dark(#b3261e, #ff9a92);
}
.frame { box-sizing: border-box; }
section {
  display: flex; flex-direction: column; box-sizing: border-box; height: 100%;
  color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  font: 13px/1.45 system-ui, sans-serif; overflow: hidden;
}
.frame:not(.over) section { height: 560px; max-height: 90vh; min-height: 220px; resize: vertical; }
.frame.folded, .frame.folded section { height: auto !important; min-height: 0; resize: none; }
.over { position: fixed; z-index: 2147483647; padding: 6px; cursor: nwse-resize; }
.over section { cursor: auto; box-shadow: 0 6px 20px rgb(0 0 0 / 0.25); }
.over header { cursor: move; touch-action: none; }
header { display: flex; align-items: center; gap: 6px; padding: 6px 8px 6px 12px; border-bottom: 1px solid var(--line); }
.folded header { border-bottom: 0; }
.replay header { background: var(--sunk); }
.replay h2::before { content: '▶ '; color: var(--soft); }
h2 { margin: 0 auto 0 0; font-size: 13px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
button, input {
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 5px;
  padding: 2px 8px; min-height: 26px; box-sizing: border-box;
}
button { cursor: pointer; flex: none; }
button:hover { border-color: var(--soft); }
[aria-pressed='true'] { color: var(--ground); background: var(--text); border-color: var(--text); }
[aria-disabled='true'] { color: var(--soft); border-style: dashed; cursor: default; }
input { flex: 1 1 70px; min-width: 0; cursor: text; }
::placeholder { color: var(--soft); opacity: 1; }
:focus-visible { outline: 2px solid var(--in); outline-offset: -2px; }
[hidden] { display: none !important; }
#body { display: flex; flex-direction: column; flex: 1; min-height: 0; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 2px 16px; margin: 0; }
dl div { display: flex; gap: 8px; min-width: 0; }
dt { color: var(--soft); flex: none; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.state { padding: 7px 12px; border-bottom: 1px solid var(--line); }
.state div:last-child { grid-column: 1 / -1; }
.toolbar { display: flex; flex-direction: column; gap: 6px; padding: 7px 10px; border-bottom: 1px solid var(--line); }
.kinds, .tools, .pager { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.kinds { gap: 4px; }
.kinds button { border-radius: 99px; padding: 2px 6px; font-size: 12px; }
.rows { flex: 1; overflow: auto; min-height: 60px; overflow-anchor: none; }
table { border-collapse: collapse; width: 100%; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: left; font-weight: 500; color: var(--soft); position: sticky; top: 0; background: var(--ground); z-index: 1; }
th, td { padding: 1px 4px 1px 12px; vertical-align: baseline; white-space: nowrap; }
th { padding-top: 5px; }
td { font-variant-numeric: tabular-nums; }
td:first-child { color: var(--soft); }
td:last-child { white-space: normal; width: 100%; overflow-wrap: anywhere; }
tr:hover td { background: var(--sunk); }
.opener { border: 0; padding: 0 4px; margin-left: -4px; min-height: 24px; font: 12px/1.45 ui-monospace, monospace; text-align: left; }
.opener::before { content: '▸'; display: inline-block; width: 1.2em; color: var(--soft); }
.opener[aria-expanded='true']::before { content: '▾'; }
.opener:hover { text-decoration: underline; }
.note { color: var(--soft); }
.event .kind { color: var(--in); }
.action .kind { color: var(--out); }
.attempt .kind, .session .kind { color: var(--good); }
.bad .kind, .bad .opener, .bad .note { color: var(--bad); }
.more td { padding: 6px 12px 8px; background: var(--sunk); color: var(--text) !important; border-bottom: 1px solid var(--line); }
.more dl { margin-bottom: 6px; grid-template-columns: 1fr; }
.more dt { min-width: 110px; }
.none { margin: 0; padding: 8px 12px; color: var(--soft); }
.none:empty { display: none; }
footer { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 5px 12px; min-height: 26px; border-top: 1px solid var(--line); color: var(--soft); }
footer button { color: var(--text); }
.said { margin: 0 0 0 auto; color: var(--text); }
.clipboard { position: fixed; opacity: 0; }
`;
