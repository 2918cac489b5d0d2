import { createEmbeddingContext } from 'amazon-quicksight-embedding-sdk';

// One context for all embeds of a page, as its documentation recommends.
let context;

export async function open({ target, origin, onEvent, getSession }) {
  context ??= createEmbeddingContext();
  const url = `${origin}/embed/${await getSession()}/dashboards/1?isauthcode=true`;
  await (await context).embedDashboard({ url, container: target }, { onMessage: onEvent });
}
