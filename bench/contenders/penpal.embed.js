import { connect as connectTo, WindowMessenger } from 'penpal';

let page;

export async function connect(origin) {
  const messenger = new WindowMessenger({ remoteWindow: parent, allowedOrigins: [origin] });
  page = await connectTo({ messenger }).promise;
}

export const emit = (payload) => void page.onEvent(payload);
