// What TypeDoc does not do by itself: modules are named as they are imported, links to pages of the
// documentation stay inside the site and can be seen, a page has a main landmark, and every public item needs
// a comment. Fields in generated files are exempt: the service's description says no more of them than their
// name and type.

import { Application, Converter, ReflectionKind, Renderer } from 'typedoc';
import { pathOfAddress, REPOSITORY } from '../scripts/lib/site.mjs';

const GENERATED = /management\/generated\/(resources|namespaces)\.ts$/;

/** A link of typedoc.json to a page of the site, or an address of the repository. */
const LINK = new RegExp(`href="(site:|${REPOSITORY}/blob/main/)([^"]*)"`, 'g');

export function load(app) {
  const { converter, renderer } = app;
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      module.name = module.name === 'index' ? 'svc-embed' : `svc-embed/${module.name}`;
    }
  });
  renderer.on(Renderer.EVENT_END_PAGE, (page) => {
    // The reference is one folder below the site's root.
    const up = '../'.repeat(page.url.split('/').length);
    page.contents = page.contents
      ?.replace(LINK, (whole, start, rest) => {
        const path = start === 'site:' ? rest : pathOfAddress(start + rest);
        return path === undefined ? whole : `href="${up}${path}"`;
      })
      .replace('class="col-content"', '$& role="main"')
      // The colour of a link is too near to that of the text.
      .replace('</head>', '<style>.tsd-typography a { text-decoration: underline }</style>$&');
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of undocumented(project)) {
      app.logger.warn(`${reflection.getFriendlyFullName()} has no documentation`);
    }
  });
}

/** The public items without a comment. */
function undocumented(project) {
  const kinds =
    ReflectionKind.SomeModule |
    ReflectionKind.ClassOrInterface |
    ReflectionKind.TypeAlias |
    ReflectionKind.Variable |
    ReflectionKind.Property |
    ReflectionKind.SomeSignature;
  return project
    .getReflectionsByKind(kinds)
    .filter((reflection) => !reflection.hasComment() && !isCovered(reflection));
}

function isCovered(reflection) {
  const { parent, kind } = reflection;
  if (kind === ReflectionKind.ConstructorSignature) return true;
  // A part of a type that is written where it is used: its owner's comment speaks for it.
  for (let owner = parent; owner; owner = owner.parent) {
    if (owner.kind === ReflectionKind.TypeLiteral) return true;
    if (owner.kindOf(ReflectionKind.Property) && kind !== ReflectionKind.Property) return true;
  }
  if (kind !== ReflectionKind.Property) return false;
  const { fileName } = reflection.project.getSymbolIdFromReflection(reflection) ?? {};
  // A member of a mapped type stands nowhere by itself.
  return fileName === '' || GENERATED.test(fileName);
}
