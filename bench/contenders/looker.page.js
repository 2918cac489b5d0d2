import { getEmbedSDK } from '@looker/embed-sdk';

// All embeds of a page share the SDK and its session.
let sdk;

async function tokens(getSession) {
  const token = await getSession();
  return {
    authentication_token: token,
    api_token: token,
    // Short enough that each request for tokens calls the page again.
    api_token_ttl: 30,
    navigation_token: token,
    navigation_token_ttl: 30,
    session_reference_token_ttl: 30,
  };
}

export async function open({ target, origin, onEvent, getSession }) {
  if (!sdk) {
    sdk = getEmbedSDK();
    const session = () => tokens(getSession);
    sdk.initCookieless(origin, session, session);
  }
  sdk.createDashboardWithId('1').appendTo(target).on('drillmenu:click', onEvent).build().connect();
}
