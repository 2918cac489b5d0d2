// What TypeDoc does not do by itself: modules are named as they are imported, links to pages of the
// documentation stay inside the site, and every public item needs a comment. Fields in generated files
// are exempt: the service's description says no more of them than their name and type.

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
    page.contents = page.contents?.replace(LINK, (whole, start, rest) => {
      const path = start === 'site:' ? rest : pathOfAddress(start + rest);
      return path === undefined ? whole : `href="${up}${path}"`;
    });
    page.contents = page.contents && accessible(page.contents);
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of undocumented(project)) {
      app.logger.warn(`${reflection.getFriendlyFullName()} has no documentation`);
    }
  });
}

/** A page with the landmarks and headings that a screen reader needs. */
function accessible(html) {
  let level = 0;
  return (
    html
      .replace('<div class="col-content">', '<main class="col-content">')
      .replace(/<\/div>(\s*)<div class="col-sidebar">/, '</main>$1<aside class="col-sidebar">')
      .replace(/<\/div>(\s*<\/div>\s*<footer)/, '</aside>$1')
      .replace(
        '<nav id="tsd-sidebar-links"',
        '<nav aria-label="Documentation" id="tsd-sidebar-links"',
      )
      // A link inside a button cannot be reached: TypeDoc's lists open by their headings.
      .replace(/<summary[^]*?<\/summary>/g, (summary) => summary.replace(/<a\b[^]*?<\/a>/g, ''))
      // The style is that of the element, so only the level that is reported changes.
      .replace(/<h([1-6])\b/g, (tag, own) => {
        const skips = own > level + 1;
        level = skips ? level + 1 : Number(own);
        return skips ? `${tag} aria-level="${level}"` : tag;
      })
  );
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
