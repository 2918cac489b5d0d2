import { Chatty } from '@looker/chatty';

let client;

export async function connect(origin) {
  let onTokens;
  const tokens = new Promise((resolve) => (onTokens = resolve));
  const builder = Chatty.createClient().withTargetOrigin(origin).on('session:tokens', onTokens);
  client = await builder.build().connect();
  client.send('session:tokens:request');
  await tokens;
}

export const emit = (payload) => client.send('drillmenu:click', payload);
