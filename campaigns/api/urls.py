"""Addresses under /api/."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns.api import (
    absences,
    campaigns,
    dice,
    dispatches,
    exports,
    forks,
    press,
    repair,
    rule_tables,
    seat_keys,
    secret_values,
    votes,
)
from campaigns.api.orders import plans, what_ifs
from campaigns.api.wire.answers import ApiView

app_name = "api"


def _at(address: str, view: type[ApiView], name: str) -> URLPattern:
    return path(address, view.as_view(), name=name)


_campaign = [
    _at("", campaigns.CampaignView, "campaign"),
    _at("join/", campaigns.JoinView, "join"),
    _at("leave/", campaigns.LeaveView, "leave"),
    _at("keys/", seat_keys.KeysView, "keys"),
    _at("keys/<slug:power>/", seat_keys.KeyView, "key"),
    _at("questions/", votes.QuestionsView, "questions"),
    _at("questions/<number:number>/", votes.AnswerView, "answer"),
    _at("tables/", rule_tables.TablesView, "tables"),
    _at("tables/<str:table>/", rule_tables.TableView, "rule-table"),
    _at("overrides/", rule_tables.OverridesView, "overrides"),
    _at("overrides/<number:number>/", rule_tables.OverrideView, "override"),
    _at("overrides/<number:number>/undo/", rule_tables.UndoOverrideView, "override-undo"),
    _at("secret-values/", secret_values.SecretValuesView, "secret-values"),
    _at("secret-values/<slug:proposal>/", secret_values.SecretValueView, "secret-value"),
    _at(
        "secret-values/<slug:proposal>/decide/",
        secret_values.DecideSecretValueView,
        "secret-value-decide",
    ),
    _at("absences/", absences.AbsencesView, "absences"),
    _at("absences/<number:number>/", absences.AbsenceView, "absence"),
    _at("deputies/", absences.DeputiesView, "deputies"),
    _at("deputies/<number:deputy>/", absences.DeputyView, "deputy"),
    _at("extensions/<slug:power>/", absences.ExtensionView, "extension"),
    _at("dice/", dice.DiceView, "dice"),
    _at("dice-links/", dice.LinksView, "dice-links"),
    _at("dice/statistics/", dice.StatisticsView, "dice-statistics"),
    _at("dice/<slug:power>/", dice.SeedView, "dice-seed"),
    _at("forks/", forks.ForksView, "forks"),
    _at("undo/", repair.RollbackView, "undo"),
    _at("rulings/", repair.RulingsView, "rulings"),
    _at("rulings/<number:number>/withdraw/", repair.WithdrawRulingView, "ruling-withdraw"),
    _at("hung/", repair.AffectedResultsView, "hung"),
    _at("start/", campaigns.StartView, "start"),
    _at("menu/<slug:power>/", campaigns.PowerMenuView, "menu"),
    _at("orders/<slug:power>/", campaigns.OrdersView, "orders"),
    _at("plans/<slug:power>/", plans.PlansView, "plans"),
    _at("plans/<slug:power>/<number:number>/", plans.PlanView, "plan"),
    _at("plans/<slug:power>/<number:number>/take/", plans.UsePlanView, "plan-take"),
    _at("what-ifs/<slug:power>/", what_ifs.WhatIfsView, "what-ifs"),
    _at("what-ifs/<slug:power>/<number:number>/", what_ifs.WhatIfView, "what-if"),
    _at("standing/<slug:power>/", campaigns.StandingOrdersView, "standing"),
    _at("acts/<slug:power>/", campaigns.ActsView, "acts"),
    _at("acts/<slug:power>/preview/", campaigns.ActPreviewsView, "act-preview"),
    _at("dispatch/<slug:power>/", dispatches.DispatchView, "dispatch"),
    _at("dispatch/<slug:power>/preview/", dispatches.ReadDispatchView, "dispatch-preview"),
    _at("dispatch/<slug:power>/declare/", dispatches.DeclareDispatchView, "dispatch-declare"),
    _at("dispatches/", dispatches.ReviewedDispatchesView, "dispatches"),
    _at("dispatches/<number:number>/<slug:power>/", dispatches.ReviewDispatchView, "dispatch-look"),
    _at("preview/<slug:power>/", campaigns.PreviewsView, "preview"),
    _at("phases/", campaigns.PhasesView, "phases"),
    _at("phases/<number:number>/", campaigns.PhaseStoriesView, "phase"),
    _at("facts/", campaigns.FactsView, "facts"),
    _at("press/", press.PressView, "press"),
    _at("press/<slug:thread>/", press.ThreadView, "thread"),
    _at("press-file/", press.FileView, "press-file"),
    _at("notes/", press.NotesView, "notes"),
    _at("export/", exports.ExportView, "export"),
    _at("receipts/", exports.ReceiptsView, "receipts"),
    _at("heads/", exports.HeadsView, "heads"),
    _at("log/", campaigns.LogView, "log"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    _at("books/", campaigns.BooksView, "books"),
    _at("deputies/", absences.MyDeputiesView, "my-deputies"),
    _at("absences/", absences.AbsencesEverywhereView, "absences-everywhere"),
    _at("campaigns/", campaigns.CampaignsView, "campaigns"),
    path("campaigns/<slug:slug>/", include(_campaign)),
]
