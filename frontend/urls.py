"""Addresses of the pages."""

from django.urls import path

from frontend.views import (
    agreements,
    campaign,
    desk,
    facts,
    history,
    lobby,
    log,
    news,
    orders,
    rules,
    seats,
    table,
)
from frontend.views.acts import act

app_name = "frontend"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("appearance/", lobby.theme, name="theme"),
    path("new/", seats.new, name="new"),
    path("join/<str:token>/", seats.invitation, name="invitation"),
    path("rules/", rules.books, name="books"),
    path("rules/<slug:book>/", rules.rules, name="rules"),
    path("c/<slug:slug>/", campaign.campaign, name="campaign"),
    path("c/<slug:slug>/strip/", campaign.strip, name="strip"),
    path("c/<slug:slug>/news/", news.news, name="news"),
    path("c/<slug:slug>/board/", campaign.board, name="board"),
    path("c/<slug:slug>/log/", log.page, name="log"),
    path("c/<slug:slug>/log/latest/", log.fragment, name="log-fragment"),
    path("c/<slug:slug>/log/<number:number>/", log.entry, name="log-entry"),
    path("c/<slug:slug>/orders/", orders.orders, name="orders"),
    path("c/<slug:slug>/draft/", orders.draft, name="draft"),
    path("c/<slug:slug>/standing/", orders.standing, name="standing"),
    path("c/<slug:slug>/preview/", orders.preview, name="preview"),
    path("c/<slug:slug>/history/", history.latest, name="history"),
    path("c/<slug:slug>/history/<number:number>/", history.phase, name="phase"),
    path("c/<slug:slug>/export/", history.export, name="export"),
    path("c/<slug:slug>/agreements/", agreements.agreements, name="agreements"),
    path("c/<slug:slug>/facts/", facts.facts, name="facts"),
    path("c/<slug:slug>/act/", act, name="act"),
    path("c/<slug:slug>/join/", seats.join, name="join"),
    path("c/<slug:slug>/leave/", seats.leave, name="leave"),
    path("c/<slug:slug>/seats/", table.table, name="table"),
    path("c/<slug:slug>/seats/desk/", table.offer, name="offer"),
    path("c/<slug:slug>/votes/", table.propose, name="propose"),
    path("c/<slug:slug>/questions/<number:number>/<slug:verb>/", table.answer, name="answer"),
    path("c/<slug:slug>/desk/", desk.desk, name="moderator"),
    path("c/<slug:slug>/desk/clock/", desk.clock, name="moderator-clock"),
    path("c/<slug:slug>/desk/<slug:verb>/", desk.act, name="moderator-act"),
]
