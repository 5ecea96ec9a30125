"""Addresses of the pages."""

from django.urls import path

from frontend.views.campaign import campaign, news
from frontend.views.facts import facts, from_vassal, mapping
from frontend.views.facts.perform_act import act
from frontend.views.history import charts, chronicle, dice, history
from frontend.views.lobby import as_it_happened, campaign_search, first_games, founding, lobby
from frontend.views.log import log, receipts
from frontend.views.moderator import moderator
from frontend.views.notifications import feeds, notifications
from frontend.views.orders import agreements, orders, plans, standing_orders, what_ifs
from frontend.views.press import notes, press
from frontend.views.repair import forks, overrides, rollback, rulings
from frontend.views.rules import rule_tables, rules
from frontend.views.seats import absences, hand_over, players, seat_keys
from frontend.views.seats import seats as seat_pages
from frontend.views.site import about, staff

app_name = "frontend"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("campaigns/", campaign_search.campaigns, name="campaigns"),
    path("appearance/", lobby.theme, name="theme"),
    path("language/", lobby.language, name="language"),
    path("about/", about.about, name="about"),
    path("about/languages/", about.languages, name="languages"),
    path("style/", about.style, name="style"),
    path("verify/", about.verify, name="verify"),
    path("dice/", dice.of_site, name="dice-of-site"),
    path("standing-in/", absences.my_away, name="my-absences"),
    path("staff/", staff.staff, name="staff"),
    path("new/", founding.new, name="new"),
    path("new/clock/", founding.new_clock, name="new-clock"),
    path("first-game/", first_games.first_games, name="first-games"),
    path("first-game/back/<str:key>/", first_games.back, name="first-game-back"),
    path("news/", notifications.inbox, name="inbox"),
    path("news/count/", notifications.count, name="inbox-count"),
    path("news/settings/", notifications.settings, name="notification-settings"),
    path("news/devices/", notifications.devices, name="devices"),
    path(".well-known/chancellery-heads.json", receipts.heads, name="heads"),
    path("manifest.webmanifest", notifications.manifest, name="manifest"),
    path("service-worker.js", notifications.service_worker, name="service-worker"),
    path("news/stop/<str:token>/", notifications.stop, name="notification-stop"),
    path("feed/<str:feed_key>/", feeds.feed_by_key, name="feed-by-key"),
    path("calendar/<str:feed_key>/", feeds.calendar, name="calendar"),
    path("join/<str:token>/", founding.invitation, name="invitation"),
    path("as-it-happened/", as_it_happened.readings, name="as-it-happened"),
    path("as-it-happened/<slug:book>/", as_it_happened.reading, name="as-it-happened-book"),
    path("players/<number:person>/", players.player, name="player"),
    path("rules/", rules.books, name="books"),
    path("rules/<slug:book>/", rules.rules, name="rules"),
    path("rules/<slug:book>/rule/", rules.rule, name="rule"),
    path("rules/<slug:book>/<slug:key>/", rules.chapter, name="rules-chapter"),
    path("c/<slug:slug>/", campaign.campaign, name="campaign"),
    path("c/<slug:slug>/end/", campaign.end, name="end"),
    path("c/<slug:slug>/print/", chronicle.printed, name="print"),
    path("c/<slug:slug>/charts/", charts.charts, name="charts"),
    path("c/<slug:slug>/dice/", dice.of_campaign, name="dice"),
    path("c/<slug:slug>/strip/", campaign.strip, name="strip"),
    path("c/<slug:slug>/feed/", feeds.feed, name="feed"),
    path("c/<slug:slug>/news/", news.news, name="news"),
    path("c/<slug:slug>/board/", campaign.board, name="board"),
    path("c/<slug:slug>/log/", log.page, name="log"),
    path("c/<slug:slug>/log/latest/", log.fragment, name="log-fragment"),
    path("c/<slug:slug>/log/<number:number>/", log.entry, name="log-entry"),
    path("c/<slug:slug>/log/head/", receipts.head, name="log-head"),
    path("c/<slug:slug>/receipts/", receipts.receipts, name="receipts"),
    path("c/<slug:slug>/rule/", rules.rule_used, name="rule-used"),
    path("c/<slug:slug>/orders/", orders.orders, name="orders"),
    path("c/<slug:slug>/draft/", orders.draft, name="draft"),
    path("c/<slug:slug>/plans/", plans.plans, name="plans"),
    path("c/<slug:slug>/what-if/", what_ifs.what_ifs, name="what-ifs"),
    path("c/<slug:slug>/what-if/<number:number>/", what_ifs.what_if, name="what-if"),
    path("c/<slug:slug>/standing-orders/", standing_orders.standing_orders, name="standing-orders"),
    path("c/<slug:slug>/standing/", orders.leave_standing_orders, name="standing"),
    path("c/<slug:slug>/preview/", orders.preview, name="preview"),
    path("c/<slug:slug>/history/", history.latest, name="history"),
    path("c/<slug:slug>/history/<number:number>/", history.phase, name="phase"),
    path("c/<slug:slug>/reveal/<number:number>/", history.reveal, name="reveal"),
    path("c/<slug:slug>/export/", history.export, name="export"),
    path("c/<slug:slug>/agreements/", agreements.agreements, name="agreements"),
    path("c/<slug:slug>/facts/", facts.facts, name="facts"),
    path("c/<slug:slug>/facts/save/", from_vassal.suggested, name="from-vassal"),
    path("c/<slug:slug>/overrides/", overrides.overrides, name="overrides"),
    path("c/<slug:slug>/rule-tables/", rule_tables.rule_tables, name="rule-tables"),
    path("c/<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("c/<slug:slug>/first-game/", first_games.step, name="first-game-step"),
    path("c/<slug:slug>/first-game/read/", first_games.read, name="first-game-read"),
    path("c/<slug:slug>/fork/", forks.fork, name="fork"),
    path("c/<slug:slug>/undo/", rollback.roll_back, name="rollback"),
    path("c/<slug:slug>/mapping/", mapping.mapping, name="mapping"),
    path("c/<slug:slug>/press/", press.press, name="press"),
    path("c/<slug:slug>/press/<slug:thread>/", press.thread, name="thread"),
    path("c/<slug:slug>/notes/", notes.notes, name="notes"),
    path("c/<slug:slug>/act/", act, name="act"),
    path("c/<slug:slug>/join/", founding.join, name="join"),
    path("c/<slug:slug>/leave/", founding.leave, name="leave"),
    path("c/<slug:slug>/extension/", founding.extension, name="extension"),
    path("c/<slug:slug>/dice-seed/", founding.dice_seed, name="dice-seed"),
    path("c/<slug:slug>/key/", seat_keys.seat_key, name="seat-key"),
    path("c/<slug:slug>/dice-links/", seat_keys.dice_links, name="dice-links"),
    path("seat-key-words/", seat_keys.words, name="seat-key-words"),
    path("c/<slug:slug>/seats/", seat_pages.table, name="seats"),
    path("c/<slug:slug>/seats/hand-over/", hand_over.hand_over, name="hand-over"),
    path("c/<slug:slug>/seats/deputies/", absences.away, name="absences"),
    path("c/<slug:slug>/seats/desk/", seat_pages.offer, name="moderators"),
    path("c/<slug:slug>/votes/", seat_pages.propose, name="propose"),
    path("c/<slug:slug>/questions/<number:number>/<slug:verb>/", seat_pages.answer, name="answer"),
    path("c/<slug:slug>/desk/", moderator.moderator, name="moderator"),
    path("c/<slug:slug>/desk/clock/", moderator.clock, name="moderator-clock"),
    path("c/<slug:slug>/desk/<slug:verb>/", moderator.act, name="moderator-act"),
]
