import { Component } from '@angular/core';
import { Menu } from './menu';

@Component({ selector: 'app-home', imports: [Menu], template: '<app-menu /><h1>Home</h1>' })
export class Home {}
