import {
  AuthType,
  EmbedEvent,
  init,
  LiveboardEmbed,
  LogLevel,
} from '@thoughtspot/visual-embed-sdk';

let started = false;

export async function open({ target, origin, onEvent, getSession }) {
  if (!started) {
    started = true;
    init({
      thoughtSpotHost: origin,
      authType: AuthType.TrustedAuthTokenCookieless,
      getAuthToken: getSession,
      // The check of a token makes a request to the service, which is not measured here.
      disableTokenVerification: true,
      logLevel: LogLevel.SILENT,
    });
  }
  const liveboardId = '2d7c1a5e-3f7b-4f0e-8b55-0f6a3a9d1c42';
  const embed = new LiveboardEmbed(target, { liveboardId });
  embed.on(EmbedEvent.RouteChange, onEvent);
  embed.render();
}
