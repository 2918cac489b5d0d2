// The example, in each form of the package.

export const SNIPPETS = [
  {
    name: 'JavaScript',
    text: `import { mount, SignedOutError } from 'svc-embed';

const embed = await mount('#dashboard', {
  baseUrl: 'https://acme.example.com',
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession: async ({ signal }) => {
    const response = await fetch('/api/embed-session', {
      method: 'POST',
      headers: { 'x-svc-embed': '1' },
      signal,
    });
    if (response.status === 401) throw new SignedOutError();
    if (!response.ok) throw new Error(\`The backend answered \${response.status}.\`);
    return (await response.json()).sessionId;
  },
});
embed.on('drilldown', ({ payload }) => console.log(payload.member));`,
  },
  {
    name: 'React',
    text: `import { SvcEmbed } from 'svc-embed/react';
import { getSession } from './session';

export function Sales({ status }) {
  return (
    <SvcEmbed
      style={{ height: '40rem' }}
      baseUrl="https://acme.example.com"
      surface={{ kind: 'dashboard', publicId: 'sales-overview' }}
      filters={[{ member: 'orders.status', value: status }]}
      getSession={getSession}
      onDrilldown={({ payload }) => console.log(payload.member)}
    />
  );
}`,
  },
  {
    name: 'Element',
    text: `<script type="module">
  import { SvcEmbedElement } from 'svc-embed/element';

  // Injected markup cannot name another tenant or another address.
  SvcEmbedElement.allow({
    baseUrl: 'https://acme.example.com',
    sessionUrl: '/api/embed-session',
  });
</script>
<svc-embed
  base-url="https://acme.example.com"
  public-id="sales-overview"
  session-url="/api/embed-session"
></svc-embed>`,
  },
  {
    name: 'Rust',
    text: `use svc_embed::bridge::MountOptions;
use svc_embed::protocol::{EventMessage, Surface};
use svc_embed::{Embed, Error};

fn show(place: &web_sys::Element) -> Result<Embed, Error> {
    let surface = Surface::dashboard("sales-overview");
    let options = MountOptions::new("https://acme.example.com", surface);
    let embed = Embed::mount(place, options.get_session(get_session))?;
    embed.on(|event: &EventMessage| log(event)).forget();
    Ok(embed)
}`,
  },
];
