// An iframe without any script that listens to it.

export async function open({ target, origin, getSession }) {
  const iframe = document.createElement('iframe');
  iframe.src = `${origin}/embed/dashboard/sales-overview?session=${await getSession()}`;
  target.append(iframe);
}
