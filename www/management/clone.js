// Clones a workbook, and explains each rule by what the service answers.

import { byId, h, setText } from '../dom.js';
import { all, clone, reportsOf } from './calls.js';
import { traced } from './client.js';
import { attempt, say, sayError } from './outcome.js';
import { RULES } from './rules.js';

/** A workbook of the seed that belongs to another deployment. */
const ELSEWHERE = { id: 44, name: 'Stock' };

/** Long enough to follow with the eye. */
const STEP_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160;

const list = byId('rules');
const place = byId('clone-outcome');

/** Connects the form. Resolves when one can choose a workbook. */
export async function startClone(deploymentId, workspace) {
  const own = traced(byId('clone-calls'));
  const select = byId('clone-source');
  const shared = byId('clone-shared');
  // Connected before there is a workbook, so that a click meanwhile waits, or says what failed.
  byId('clone-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(place, byId('clone-run'), run);
  });

  const { workbooks } = await workspace;
  for (const { id, name } of workbooks) select.append(h('option', { value: id }, name));
  const elsewhere = `${ELSEWHERE.name}, of another deployment`;
  select.append(h('option', { value: ELSEWHERE.id }, elsewhere));

  async function run() {
    const [deployment, { workbooks, addClone }] = await Promise.all([deploymentId, workspace]);
    const id = Number(select.value);
    const source = workbooks.find((workbook) => workbook.id === id);
    showRules();
    say(place, 'The service is cloning the workbook.');
    const before = source ? await reportsOf(own, deployment, source) : [];
    let copy;
    try {
      copy = await clone(own, deployment, id, shared.checked);
    } catch (error) {
      explain(error);
      sayError(place, error);
      return;
    }
    addClone(copy);
    const after = await reportsOf(own, deployment, copy);
    const open = await all(own.workspace.listShared(deployment));
    const isShared = open.some((workbook) => workbook.id === copy.id);
    await check({ source, copy, before, after, isShared });
  }
}

/** Shows the rules before they are applied. */
export function showRules() {
  list.replaceChildren(
    ...RULES.map(({ says, try: how }) =>
      h('li', { 'data-state': 'next' }, says, h('span', { class: 'evidence' }, how ?? '')),
    ),
  );
}

/** Checks the rules one after the other. */
async function check(facts) {
  const checked = RULES.filter((rule) => rule.check);
  let kept = 0;
  for (const rule of checked) {
    const [holds, evidence] = rule.check(facts);
    kept += holds ? 1 : 0;
    mark(rule, holds ? 'done' : 'failed', evidence);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  const held = `${kept} of ${checked.length} rules checked ✓.`;
  say(
    place,
    `“${facts.copy.name}” is made. ${held} Two more are errors: try shared, or another deployment.`,
  );
}

/** Marks the rule by which the service has refused, if it has. */
function explain({ status }) {
  // A failed connection has no status, and neither have the rules that are checked.
  const rule = RULES.find((each) => each.status && each.status === status);
  if (rule) mark(rule, 'done', `The service answered ${status}, and nothing was made.`);
}

function mark(rule, state, evidence) {
  const item = list.children[RULES.indexOf(rule)];
  item.dataset.state = state;
  setText(item.querySelector('.evidence'), evidence);
}
