// Generated from src/protocol by `npm run generate`; change the declarations there.

/**
 * Actions that describe a state: a later one of the same kind replaces an earlier one, and an embed
 * that has lost its state needs them again.
 */
export const LASTING_ACTION: RegExp = /^(set-|navigate$)/;

/** A colour scheme. */
export const COLOR_SCHEME: RegExp = /^(light|dark|auto)$/;

/**
 * A language tag: subtags of letters and digits, joined by `-` or `_`. No language that is in use
 * has a code of more than three letters, but its name has.
 */
export const LOCALE: RegExp = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/;

/**
 * The form of an IANA time zone name. Only the browser knows which zones exist: `UTC+2` is none.
 */
export const TIMEZONE: RegExp = /^[A-Za-z][A-Za-z0-9\/_+-]*$/;

/**
 * A path without backslashes and control characters. It neither begins nor ends with a space,
 * because parsers of URLs would leave that out.
 */
export const PATH: RegExp = /^[^ \\\x00-\x1f\x7f]([^\\\x00-\x1f\x7f]*[^ \\\x00-\x1f\x7f])?$/;

/** A path that names a host or a scheme, and so would leave the embed. */
export const PATH_ELSEWHERE: RegExp = /^(\/\/|[^\/?#]*:)/;

/**
 * What the path of a surface cannot have: a fragment, which would hide the session id, and a
 * segment that begins with `..`, which would leave the base URL.
 */
export const NOT_OF_SURFACE: RegExp = /#|^([^?#]*\/)?(\.|%2e){2}/i;

/** The beginning of a filter's parameter: prefix, `<semantic_view>.<dimension>` and `=`. */
export const FILTER: RegExp = /^f_\w+\.\w+=/;

/**
 * A base URL as the platform's parser writes it: https, or http on `localhost`, `*.localhost`,
 * 127.0.0.0/8 and `[::1]`; without credentials, query and fragment. Its host has no place for a
 * session id.
 */
export const BASE_URL: RegExp = /^(https:\/\/[^\/@?#{]+|http:\/\/(([^\/@?#{]*\.)?localhost|127(\.(\d\d?|[01]\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])(:\d*)?)(\/[^?#]*)?\??#?$/;

/**
 * What a path is added to: a base URL without slashes, an empty query and an empty fragment at its
 * end.
 */
export const BASE_URL_ROOT: RegExp = /^[^\n]*[^\/?#]/;

/**
 * A public id that is neither empty nor a step in the path (`.` or `..`). It has no slash and no
 * backslash: a server that decodes `..%2F` before it reads the path would leave the dashboards.
 */
export const PUBLIC_ID: RegExp = /^(\.?[^.\/\\]|\.\.[^\/\\])[^\/\\]*$/;

/**
 * A parameter that carries a session id, in a URL in which `={session}` was replaced. A name with
 * an encoded letter may be one: nobody encodes those.
 */
export const SESSION_IN_QUERY: RegExp = /[?&]([^?=&]*%[467]|session(Id)?([=&]|$))/;

/** A text that is not blank. */
export const NOT_BLANK: RegExp = /[^\t\n\f\r ]/;

/**
 * A text that is no session id, although there may be one inside: JSON, HTML, an object or
 * `undefined` that was made a text, an address, or the text of a header. The description does not
 * say what an id looks like, so every other text may be one.
 */
export const NO_SESSION_ID: RegExp = /^[\t\n\f\r ]*(<|"|\[object |[{\[][\t\n\f\r ]*["{\[]|https?:\/\/|Bearer |undefined$)/;

/** Attributes that an iframe of ours cannot have: its source, and event handlers. */
export const FORBIDDEN_ATTRIBUTE: RegExp = /^(on|(src(doc)?|loading)$)/i;

/** Elements of a page that show no children. */
export const REPLACED_ELEMENT: RegExp = /^(audio|canvas|embed|iframe|img|input|object|select|textarea|video)$/;

/**
 * A string of a JSON text, or a plus sign outside of strings, which is that of an exponent. Each
 * text is JSON: the last quote may be missing, so that the search takes time in proportion.
 */
export const JSON_STRING_OR_PLUS: RegExp = /"(\\[^\n]|[^"\\])*"?|\+/;
