import { Chatty } from '@looker/chatty';

let client;

export async function connect(origin) {
  client = await Chatty.createClient().withTargetOrigin(origin).build().connect();
}

export const emit = (payload) => client.send('drillmenu:click', payload);
