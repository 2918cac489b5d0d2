import { connect, WindowMessenger } from 'penpal';

export async function open({ target, origin, onEvent, getSession }) {
  const iframe = document.createElement('iframe');
  iframe.src = `${origin}/embed?session=${await getSession()}`;
  target.append(iframe);
  const messenger = new WindowMessenger({
    remoteWindow: iframe.contentWindow,
    allowedOrigins: [origin],
  });
  connect({ messenger, methods: { onEvent } });
}
