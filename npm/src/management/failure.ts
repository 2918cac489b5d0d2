/** Reads the errors that the service answers with. Twin: `failure.rs`. */
import type { Text } from './answer.js';
import { apiError, type ApiError } from './errors.js';
import type { Row } from './generated/operations.js';
import { RETENTION } from './generated/words.js';
import { member, redacted, requestIdOf, textOf, without } from './values.js';

/** The most characters of an error's body, and of its message, that are kept. */
const LONGEST_BODY = 8_192;

const MALFORMED = 'malformed JSON';
const TOO_LONG = 'JSON that is too long to read';

/** What is added to a 401 of a request without a credential, which cookies or a proxy may authenticate. */
const NO_AUTHORIZATION = 'The request had no Authorization header.';

/** The error of an answer with an error status. */
export function failureOf(row: Row, response: Response, body: Text, secret: string): ApiError {
  const { status } = response;
  const { isCut } = body;
  // The cut may have left a part of the credential at the end, which would not be recognised.
  const text = isCut ? without(body.text, secret).slice(0, -secret.length || undefined) : body.text;
  // Before anything is cut: a part of a credential would not be recognised.
  const json = parsedWithout(text, secret);
  let message = `${row.id}: ${status}`;
  if (text.trim() === '') message += ' without a body';
  else if (json === undefined) {
    const media = mediaOf(response);
    message += `, with ${isCut && media === MALFORMED ? TOO_LONG : media}`;
  } else {
    const words = said(json);
    message += words === undefined ? ' without a message' : ` ${cut(words.trim())}`;
  }
  const advice =
    status === 404
      ? row.kept && RETENTION[row.kept]
      : status === 401 && !secret && NO_AUTHORIZATION;
  if (advice) message += (message.endsWith('.') ? ' ' : '. ') + advice;
  return errorOf(row.id, message, response, json, text, secret, codeOf(json));
}

/** An answer that an error is made of. */
export interface Answered {
  response: Response;
  /** The text of the body; undefined if the body was not read. */
  text: string | undefined;
  /** The credential of the request, which no error may show. */
  secret: string;
}

/** The error of a successful answer that is not JSON. */
export function unreadable(operation: string, answered: Answered): ApiError {
  const { response, text = '', secret } = answered;
  const media = mediaOf(response);
  const hint =
    media === MALFORMED
      ? 'The answer may have been cut off.'
      : "JSON was expected. Is baseUrl the service's address?";
  const message = `${operation}: ${response.status}, with ${media}. ${hint}`;
  return errorOf(operation, message, response, undefined, text, secret);
}

/** The error of a successful answer whose content cannot be used. */
export function unusable(
  operation: string,
  why: string,
  { response, text, secret }: Answered,
  code?: string,
): ApiError {
  const json = text === undefined ? null : parsedWithout(text, secret);
  return errorOf(operation, `${operation}: ${why}`, response, json, text ?? '', secret, code);
}

/** JSON without the credential; undefined if it is not JSON, or too deep. */
function parsedWithout(text: string, secret: string): unknown {
  try {
    return JSON.parse(text, (_, value) => redacted(value, secret)) as unknown;
  } catch {
    return undefined;
  }
}

/** The error of an answer. `json` is without the credential already; it is removed from the rest. */
function errorOf(
  operation: string,
  message: string,
  response: Response,
  json: unknown,
  text: string,
  secret: string,
  code?: string,
): ApiError {
  const isShort = json !== undefined && text.length <= LONGEST_BODY;
  // A service or a proxy may have sent the credential back in a header.
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, without(value, secret));
  return apiError(without(message, secret), {
    status: response.status,
    code: code ?? null,
    operation,
    requestId: requestIdOf({ headers }),
    headers,
    body: isShort ? json : cut(without(text, secret)),
  });
}

const cut = (text: string): string =>
  text.length > LONGEST_BODY ? text.slice(0, LONGEST_BODY) + '…' : text;

/**
 * A word of the service's for a sentence of ours: without the credential, and cut after 100 characters.
 * None is cut in two.
 */
export const shown = (word: string, secret: string): string =>
  without(word, secret).replace(/^(.{100}).+/su, '$1…');

/**
 * The service's message: `error` of the control plane, the fields of SCIM and comparable APIs, or
 * the first of several errors.
 */
function said(body: unknown): string | undefined {
  const first = firstError(body);
  return (
    textOf(body, 'error') ??
    textOf(member(body, 'error'), 'message') ??
    textOf(body, 'message') ??
    textOf(body, 'detail') ??
    textOf(body, 'title') ??
    (typeof first === 'string' ? first : textOf(first, 'message'))
  );
}

const codeOf = (body: unknown): string | undefined =>
  textOf(member(body, 'error'), 'code') ??
  textOf(body, 'code') ??
  textOf(body, 'scimType') ??
  textOf(firstError(body), 'code');

/** The first of `errors: [{ message }]`. */
function firstError(body: unknown): unknown {
  const errors = member(body, 'errors');
  return Array.isArray(errors) ? (errors[0] as unknown) : undefined;
}

/** The media type without parameters: `text/html` of `text/html; charset=utf-8`. */
function mediaOf(response: Response): string {
  const media = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
  if (/^[^/]*\/(json|.*\+json)$/.test(media)) return MALFORMED;
  return media || 'a body of no type';
}
