"""Addresses under /api/."""

from django.urls import URLPattern, URLResolver, path

from campaigns.api import away, dispatches, files, plans, press, views, votes, what_ifs

app_name = "api"

_here = "campaigns/<slug:slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("books/", views.Books.as_view(), name="books"),
    path("deputies/", away.MyDeputies.as_view(), name="my-deputies"),
    path("campaigns/", views.Campaigns.as_view(), name="campaigns"),
    path(_here, views.Campaign.as_view(), name="campaign"),
    path(f"{_here}join/", views.Join.as_view(), name="join"),
    path(f"{_here}leave/", views.Leave.as_view(), name="leave"),
    path(f"{_here}questions/", votes.Questions.as_view(), name="questions"),
    path(f"{_here}questions/<number:number>/", votes.Answer.as_view(), name="answer"),
    path(f"{_here}absences/", away.Absences.as_view(), name="absences"),
    path(f"{_here}absences/<number:number>/", away.Absence.as_view(), name="absence"),
    path(f"{_here}deputies/", away.Deputies.as_view(), name="deputies"),
    path(f"{_here}deputies/<number:deputy>/", away.Deputy.as_view(), name="deputy"),
    path(f"{_here}extensions/<slug:power>/", away.Extension.as_view(), name="extension"),
    path(f"{_here}start/", views.Start.as_view(), name="start"),
    path(f"{_here}menu/<slug:power>/", views.PowerMenu.as_view(), name="menu"),
    path(f"{_here}orders/<slug:power>/", views.Orders.as_view(), name="orders"),
    path(f"{_here}plans/<slug:power>/", plans.Plans.as_view(), name="plans"),
    path(f"{_here}plans/<slug:power>/<number:number>/", plans.Plan.as_view(), name="plan"),
    path(
        f"{_here}plans/<slug:power>/<number:number>/take/",
        plans.TakingPlan.as_view(),
        name="plan-take",
    ),
    path(f"{_here}what-ifs/<slug:power>/", what_ifs.WhatIfs.as_view(), name="what-ifs"),
    path(
        f"{_here}what-ifs/<slug:power>/<number:number>/",
        what_ifs.WhatIf.as_view(),
        name="what-if",
    ),
    path(f"{_here}standing/<slug:power>/", views.StandingOrders.as_view(), name="standing"),
    path(f"{_here}acts/<slug:power>/", views.Acts.as_view(), name="acts"),
    path(f"{_here}acts/<slug:power>/preview/", views.ActPreviews.as_view(), name="act-preview"),
    path(f"{_here}dispatch/<slug:power>/", dispatches.Dispatch.as_view(), name="dispatch"),
    path(
        f"{_here}dispatch/<slug:power>/preview/",
        dispatches.Reading.as_view(),
        name="dispatch-preview",
    ),
    path(
        f"{_here}dispatch/<slug:power>/declare/",
        dispatches.Declaring.as_view(),
        name="dispatch-declare",
    ),
    path(f"{_here}dispatches/", dispatches.Pending.as_view(), name="dispatches"),
    path(
        f"{_here}dispatches/<number:number>/<slug:power>/",
        dispatches.Look.as_view(),
        name="dispatch-look",
    ),
    path(f"{_here}preview/<slug:power>/", views.Previews.as_view(), name="preview"),
    path(f"{_here}phases/", views.Phases.as_view(), name="phases"),
    path(f"{_here}phases/<number:number>/", views.PhaseStories.as_view(), name="phase"),
    path(f"{_here}facts/", views.Facts.as_view(), name="facts"),
    path(f"{_here}press/", press.Press.as_view(), name="press"),
    path(f"{_here}press/<slug:thread>/", press.Thread.as_view(), name="thread"),
    path(f"{_here}press-file/", press.File.as_view(), name="press-file"),
    path(f"{_here}notes/", press.Notes.as_view(), name="notes"),
    path(f"{_here}export/", files.Export.as_view(), name="export"),
    path(f"{_here}log/", views.Log.as_view(), name="log"),
]
