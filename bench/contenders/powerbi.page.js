import { models } from 'powerbi-client';

// The module creates this service when it is imported. A second one would receive each message too.
const { powerbi } = window;

export async function open({ target, origin, onEvent, getSession }) {
  const report = powerbi.embed(target, {
    type: 'report',
    id: '5a1d2f3e-8f51-4c3a-9a53-2c5f9b6d7e10',
    embedUrl: `${origin}/reportEmbed`,
    tokenType: models.TokenType.Embed,
    accessToken: await getSession(),
  });
  report.on('dataSelected', onEvent);
}
