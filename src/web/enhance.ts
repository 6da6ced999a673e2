import { startCancelPayment } from './enhance/cancel-payment.ts'
import { startCarousels } from './enhance/carousel.ts'
import { startConfirmPayment } from './enhance/confirm-payment.ts'
import { startForms } from './enhance/forms.ts'
import { startMenu } from './enhance/menu.ts'
import { startRefresh } from './enhance/refresh.ts'
import { startToTop } from './enhance/to-top.ts'
import { startVideo } from './enhance/video.ts'
import { startVisit } from './enhance/visit.ts'

// Everything works without this file; it only makes it more comfortable.
startMenu(document)
startCarousels(document)
startVideo(document)
startForms(document)
startCancelPayment(document)
startConfirmPayment(document)
startRefresh(document)
startVisit(document)
startToTop(document)

// What the specification (section 8) has the console say of a list that could not be read.
for (const { dataset, textContent } of document.querySelectorAll<HTMLElement>('[data-log]')) {
  // biome-ignore lint/suspicious/noConsole: that is its place
  console.error(dataset.log, textContent)
}
