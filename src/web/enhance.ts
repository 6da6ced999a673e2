import { startCarousels } from './enhance/carousel.ts'
import { startForms } from './enhance/forms.ts'
import { startMenu } from './enhance/menu.ts'
import { startPasswords } from './enhance/passwords.ts'
import { startSubscribing } from './enhance/subscribe.ts'
import { startVideo } from './enhance/video.ts'

// Everything works without this file; it only makes it more comfortable.
startMenu(document)
startCarousels(document)
startVideo(document)
startSubscribing(document)
startForms(document)
startPasswords(document)
