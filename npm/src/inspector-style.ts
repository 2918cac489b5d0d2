/** How the inspector looks. */
export const CSS: string = `
:host { all: initial; display: block; }
section {
  --text: #1c2330; --soft: #5a6474; --ground: #fff; --line: #d5dae2; --in: #0b5cad; --out: #8a4b08; --bad: #b3261e;
  display: flex; flex-direction: column; box-sizing: border-box;
  color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: 8px;
  font: 13px/1.45 system-ui, sans-serif; color-scheme: light; overflow: hidden;
}
@media (prefers-color-scheme: dark) {
  section {
    --text: #e8ebf0; --soft: #a3adbb; --ground: #171b22; --line: #39424f; --in: #7db8f7; --out: #f0b46c; --bad: #ff9a92;
    color-scheme: dark;
  }
}
.over {
  position: fixed; right: 12px; bottom: 12px; z-index: 2147483647;
  width: min(540px, 100% - 24px); max-height: min(520px, 100% - 24px);
  box-shadow: 0 8px 28px rgb(0 0 0 / 0.25);
}
header { display: flex; align-items: center; gap: 6px; padding: 6px 8px 6px 12px; border-bottom: 1px solid var(--line); }
h2 { margin: 0 auto 0 0; font-size: 13px; font-weight: 600; }
button {
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 5px;
  padding: 2px 9px; min-height: 26px; cursor: pointer;
}
button:hover { border-color: var(--soft); }
:focus-visible { outline: 2px solid var(--in); outline-offset: -2px; }
#body { display: flex; flex-direction: column; min-height: 0; }
[hidden] { display: none !important; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 3px 16px; margin: 0; padding: 8px 12px; border-bottom: 1px solid var(--line); }
dl div { display: flex; gap: 8px; min-width: 0; }
dl div:last-child { grid-column: 1 / -1; }
dt { color: var(--soft); flex: none; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.messages { overflow: auto; min-height: 72px; max-height: 320px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding: 6px 12px 2px; }
th { text-align: left; font-weight: 500; color: var(--soft); position: sticky; top: 0; background: var(--ground); }
th, td { padding: 2px 4px 2px 12px; vertical-align: baseline; white-space: nowrap; }
td:last-child { white-space: normal; width: 100%; }
td { font-variant-numeric: tabular-nums; }
td:nth-child(3) { font-family: ui-monospace, monospace; font-size: 12px; }
.in { color: var(--in); }
.out { color: var(--out); }
.dropped td:nth-child(n + 3) { color: var(--bad); }
p { margin: 0; padding: 2px 12px 10px; color: var(--soft); }
`;
