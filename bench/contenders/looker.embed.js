import { Chatty } from '@looker/chatty';

let client;
let onTokens;

export async function connect(origin) {
  const tokens = () => onTokens?.();
  const builder = Chatty.createClient().withTargetOrigin(origin).on('session:tokens', tokens);
  client = await builder.build().connect();
  // The page answers the first request with tokens that it already has.
  await new Promise((resolve) => expire(resolve));
}

export const emit = (payload) => client.send('drillmenu:click', payload);

export function expire(renewed) {
  onTokens = renewed;
  client.send('session:tokens:request');
}
