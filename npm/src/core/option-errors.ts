// Generated from src/error.rs by `npm run generate`; change it there.

import type { EmbedErrorCode } from './errors.js';

/** The number of the first mistake in the options of `mount` and `connect`. */
export const FIRST = 30;

/** The code, the sentence and the name of each, in the order of the numbers. */
export const OPTION_ERRORS: readonly (readonly [EmbedErrorCode, string, string])[] = [
  ['invalid-option', "renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs not above retryMaxMs.", 'InvalidPolicy'],
  ['invalid-target', "This page already has 1,024 embeds. Destroy one of them first.", 'TooManyEmbeds'],
  ['invalid-base-url', "baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment, and with at most 8,192 characters. Only loopback hosts may have http.", 'InvalidBaseUrl'],
  ['invalid-option', "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.", 'InvalidSurface'],
  ['invalid-option', "surface.publicId must be the dashboard's public id.", 'InvalidPublicId'],
  ['invalid-option', "surface.deploymentId must be the deployment's number.", 'InvalidDeploymentId'],
  ['invalid-option', "params and surface.path must not contain the session id: it comes from getSession.", 'SessionInParams'],
  ['invalid-option', "attributes must be valid attributes of an iframe, but not src, srcdoc, loading or an event handler. To load an embed lazily, pass loading: 'lazy' to mount().", 'InvalidAttribute'],
  ['invalid-path', "surface.path contains '{session}', but there is no getSession.", 'PathWithoutSession'],
  ['invalid-target', "mount() needs an element of this document that can have children, or a selector of one.", 'InvalidTarget'],
  ['invalid-target', "connect() needs an iframe of this document.", 'InvalidIframe'],
  ['invalid-target', "This iframe already has an embed. Use that one, or destroy it first.", 'AlreadyConnected'],
  ['invalid-target', "The iframe is not adopted: its src is not the URL that svc-embed writes for this baseUrl, surface and params.", 'OtherIframe'],
  ['not-a-browser', "An embed needs a page with a document. On a server, mount it after hydration.", 'NotABrowser'],
  ['invalid-filter', "filters must be an array.", 'InvalidFilters'],
  ['invalid-option', "{} must be a number that is not negative.", 'InvalidDuration'],
  ['invalid-option', "renewal must be an object of options.", 'InvalidRenewal'],
  ['invalid-option', "renewal.onExhausted must be 'stop' or 'reload'.", 'InvalidOnExhausted'],
  ['invalid-option', "title must be a string.", 'InvalidTitle'],
  ['invalid-option', "params and attributes must be objects of strings, numbers and booleans.", 'InvalidTexts'],
  ['invalid-option', "getSession must be a function.", 'InvalidGetSession'],
  ['not-allowed', "No script has called SvcEmbedElement.allow({}), with exactly these texts.", 'NotAllowed'],
  ['invalid-option', "getSession must be a function. Set this property on each copy of an element.", 'CopiedElement'],
  ['invalid-target', "No element of this document matches the selector '{}'. Call mount() once the element is in the page.", 'TargetNotFound'],
  ['invalid-target', "'{}' is not a valid selector. The selector of an id begins with '#', that of a class with '.'.", 'TargetNotSelector'],
  ['invalid-target', "The target is an element that cannot have children: <{}>. Pass the element around it: mount() makes an iframe there. For an iframe of your own, call connect().", 'TargetReplaced'],
  ['invalid-target', "The target is an element of another document. mount() needs one of the document in which the script runs.", 'TargetElsewhere'],
];
