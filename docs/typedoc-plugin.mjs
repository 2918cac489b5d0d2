// What TypeDoc does not do by itself: documents are called by their headings, headings with code
// have anchors, and every public item needs a comment, but for what a generated file takes from the service's description, which says
// no more of a field than its name and type.

import { Application, Converter, ReflectionKind } from 'typedoc';

const GENERATED = /management\/(resources|namespaces)\.ts$/;

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    uncodeHeadings(document.content);
    const text = document.content.map((part) => part.text).join('');
    document.name = /^# (.+)$/m.exec(text)?.[1] ?? document.name;
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of undocumented(project)) {
      app.logger.warn(`${reflection.getFriendlyFullName()} has no documentation`);
    }
  });
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
