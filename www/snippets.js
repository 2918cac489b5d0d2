// The example, in each form of the package: what to install, the code of the page, and the backend's half.

const BACKEND = `import { ManagementClient } from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';

// A route handler of Next. For Express, Hono and others, see the guide.
export const POST = sessionEndpoint({
  client: new ManagementClient({
    baseUrl: 'https://acme.example.com',
    apiKey: process.env.SVC_API_KEY,
  }),
  // The origin of your pages.
  origin: 'https://app.example.com',
  authorize: async (request) => {
    // Your own sign-in: it finds the user of the request.
    const user = await userOf(request);
    return (
      user && { userId: user.id, session: { embedTenantProfile: { displayName: user.company } } }
    );
  },
});`;

export const SNIPPETS = [
  {
    name: 'JavaScript',
    install: 'npm install svc-embed',
    text: `import { mount, SignedOutError } from 'svc-embed';

// <div id="dashboard" style="height: 40rem"></div>
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
    install: 'npm install svc-embed',
    text: `import { SignedOutError } from 'svc-embed';
import { SvcEmbed } from 'svc-embed/react';

async function getSession({ signal }) {
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
    signal,
  });
  if (response.status === 401) throw new SignedOutError();
  if (!response.ok) throw new Error(\`The backend answered \${response.status}.\`);
  return (await response.json()).sessionId;
}

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
    install: 'npm install svc-embed',
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
  style="height: 40rem"
></svc-embed>`,
  },
  {
    name: 'Rust',
    install: 'cargo add svc-embed',
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
  { name: 'Backend', install: 'npm install svc-embed', text: BACKEND },
];
