import { arriveAtSamples } from './samples.js'
import { addCopyButtons } from './copy-buttons.js'
import { arriveAtRequestForm } from './request-form.js'
import { arriveAtSearch } from './search-box.js'
import { startVisits } from './visits.js'

/** Adds the script's functions to a page that has just been shown. */
function arrive(): void {
  arriveAtSearch()
  arriveAtSamples()
  arriveAtRequestForm()
  addCopyButtons(document.body)
  showWhereWeAre()
}

/** Scrolls the navigation to the current page if its entry is out of sight. */
function showWhereWeAre(): void {
  const navigation = document.querySelector<HTMLElement>('.navigation')
  const link = navigation?.querySelector<HTMLElement>('[aria-current]')
  if (!navigation || !link) return
  const { top, bottom } = navigation.getBoundingClientRect()
  const place = link.getBoundingClientRect()
  if (place.top < top || place.bottom > bottom) navigation.scrollTop += place.top - (top + bottom) / 2
}

startVisits(arrive)
arrive()
