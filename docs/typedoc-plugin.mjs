// What TypeDoc does not do by itself: documents are called by their headings and stand in groups,
// modules are called as they are imported, the Rust documentation is linked to, and every public
// item needs a comment, but for what a generated file takes from the service's description, which
// says no more of a field than its name and type.

import { readFileSync, readdirSync } from 'node:fs';
import { Application, Converter, ReflectionKind, Renderer } from 'typedoc';

const GENERATED = /management\/generated\/(resources|namespaces)\.ts$/;

const folder = new URL('guide/', import.meta.url);
const guide = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => titleOf(readFileSync(new URL(name, folder), 'utf8')));

export function load(app) {
  const { converter, renderer } = app;
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    uncodeHeadings(document.content);
    document.name = titleOf(document.content.map(({ text }) => text).join(''));
    document.frontmatter.group = guide.includes(document.name) ? 'Guide' : 'More';
  });
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      module.name = module.name === 'index' ? 'svc-embed' : `svc-embed/${module.name}`;
    }
    // The theme has the name as a heading already.
    const [first] = project.readme;
    first.text = first.text.replace(/^# .+\n/, '');
  });
  // The link to the Rust documentation, from wherever a page stands.
  renderer.on(Renderer.EVENT_END_PAGE, (page) => {
    const up = '../'.repeat(page.url.split('/').length - 1);
    page.contents = page.contents?.replaceAll('href="rust/', `href="${up}rust/`);
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of undocumented(project)) {
      app.logger.warn(`${reflection.getFriendlyFullName()} has no documentation`);
    }
  });
}

function titleOf(markdown) {
  return /^# (.+)$/m.exec(markdown)[1];
}

/** Headings without code: TypeDoc leaves code out of the anchors. */
function uncodeHeadings(parts) {
  let line = '';
  for (const part of parts) {
    if (part.kind === 'code' && /^#+ /.test(line)) {
      Object.assign(part, { kind: 'text', text: part.text.replaceAll('`', '') });
    }
    line = (line + part.text).split('\n').at(-1);
  }
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
