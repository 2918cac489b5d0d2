// A page with one component: of React, of Angular, or `<svc-embed>`. Each shows the same while it is
// loading and after a failure. `bundle` compiles it.

export const COMPONENTS = `
import '@angular/compiler';
import { Component, createComponent, provideZonelessChangeDetection } from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { createRoot } from 'react-dom/client';
import { SVC_EMBED } from 'svc-embed/angular';
import 'svc-embed/element';
import { SvcEmbed } from 'svc-embed/react';

const page = (window.page = { failures: [] });
const note = ({ code }) => void page.failures.push(code);
const looks = { height: 300 };
const full = { width: '100%', height: '100%' };

page.show = {
  React(place, options) {
    createRoot(place).render(
      <SvcEmbed
        {...options}
        ref={(embed) => void (page.embed = embed)}
        style={looks}
        fallback={<p id="loading" style={full} />}
        errorFallback={({ error, retry }) => (
          <button id="failure" style={full} onClick={retry}>{error.code}</button>
        )}
        onMountFailed={note}
      />,
    );
  },
  Element(place, options) {
    place.innerHTML = '<svc-embed style="height: 300px"><p id="loading" slot="loading"></p>' +
      '<button id="failure" slot="error"></button></svc-embed>';
    const [element] = place.children;
    const [, failure] = element.children;
    failure.onclick = () => element.retry();
    element.addEventListener('mount-failed', ({ detail }) => {
      note(detail);
      failure.textContent = detail.code;
    });
    Object.defineProperty(page, 'embed', { get: () => element.embed });
    Object.assign(element, options);
  },
  async Angular(place, options) {
    class Sales { options = options; note = note; }
    const template = \`
      <ngx-svc-embed #it style="height: 300px" [baseUrl]="options.baseUrl" [surface]="options.surface"
        [getSession]="options.getSession" [renewal]="options.renewal"
        [readyTimeoutMs]="options.readyTimeoutMs" [keep]="options.keep" (mountFailed)="note($event)">
        <ng-template svcEmbedLoading><p id="loading" style="width: 100%; height: 100%"></p></ng-template>
        <ng-template svcEmbedError let-error let-retry="retry">
          <button id="failure" style="width: 100%; height: 100%" (click)="retry()">{{ error.code }}</button>
        </ng-template>
      </ngx-svc-embed>
      <output>{{ keep(it.embed()) }}</output>\`;
    Sales.prototype.keep = (embed) => void (page.embed = embed);
    Component({ selector: 'app-sales', imports: [SVC_EMBED], template })(Sales);
    const app = await createApplication({ providers: [provideZonelessChangeDetection()] });
    const hostElement = place.appendChild(document.createElement('div'));
    app.attachView(createComponent(Sales, { environmentInjector: app.injector, hostElement }).hostView);
  },
};`;
