import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { takeFragment } from './lib/arrival'
import { lettersArrive } from './lib/fonts'
import { remember } from './lib/person.svelte'
import { preferences } from './lib/preferences.svelte'
import { startRouter } from './lib/router.svelte'
import { speak } from './lib/words/index.svelte'

// Before anything else, so that a secret does not stay in the address bar while the page waits.
const arrival = takeFragment()
startRouter()
await Promise.all([remember(), speak(preferences.language).catch(() => {}), lettersArrive()])
mount(App, { target: document.getElementById('app')!, props: { arrived: arrival } })
