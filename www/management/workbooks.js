// The shared workspace as a tree: folders, their workbooks, and the reports of each workbook.

import { byId } from '../dom.js';
import { reportsOf, workspace } from './calls.js';
import { traced } from './client.js';
import { isError, say, sayError } from './outcome.js';
import { Tree } from './tree.js';

/** Shows the tree. Resolves to the workbooks, and to a function that adds a clone. */
export async function startWorkbooks(deploymentId) {
  const deployment = await deploymentId;
  const own = traced(byId('tree-calls'));
  const place = byId('tree-outcome');
  const tree = new Tree(byId('workbooks'));
  const nodeOf = (workbook) => ({
    id: `workbook-${workbook.id}`,
    kind: 'workbook',
    name: workbook.name,
    note: workbook.publishedDashboard ? 'with a dashboard' : '',
    children: () => reportNodes(workbook),
  });

  /** The reports of a workbook; undefined if they could not be read. */
  async function reportNodes(workbook) {
    let reports;
    try {
      reports = await reportsOf(own, deployment, workbook);
    } catch (error) {
      sayError(place, error);
      return undefined;
    }
    if (isError(place)) say(place, summary);
    if (reports.length === 0)
      return [
        {
          id: `workbook-${workbook.id}-none`,
          kind: 'none',
          name: 'Its reports are in no folder, so this call does not list them',
        },
      ];
    return reports.map(({ id, name, kind }) => ({
      id: `report-${id}`,
      kind: 'report',
      name,
      note: kind,
    }));
  }

  const { folders, workbooks } = await workspace(own, deployment);
  const inside = (parent) => [
    ...folders
      .filter(({ parentId }) => (parentId ?? null) === parent)
      .map(({ id, name }) => ({
        id: `folder-${id}`,
        kind: 'folder',
        name,
        children: inside(id).length > 0 ? inside(id) : [nothingIn(id)],
      })),
    ...workbooks.filter(({ folderId }) => (folderId ?? null) === parent).map(nodeOf),
  ];
  const nothingIn = (id) => ({ id: `folder-${id}-none`, kind: 'none', name: 'Empty' });
  const summary = `${folders.length} folders and ${workbooks.length} shared workbooks.`;
  tree.show(inside(null));
  say(place, summary);
  return {
    workbooks,
    addClone: (copy) =>
      tree.add(`folder-${copy.folderId}`, { ...nodeOf(copy), note: 'the clone, not shared' }),
  };
}
