//! Access to applications of promoters, to decisions about them, to the form of a tournament and to its exports.

use serde_json::json;

use super::case::{cases, get, post, writing_get};

cases! {
    promoter_me: get("/promoter/me");
    promoter_accept_terms: post("/promoter/accept-terms").with(|_| json!({"version": "none"}));
    tournament_register_promoter: post("/tournament/register-promoter");
    operator_promoters: get("/console/promoters");
    operator_promoters_decide: post("/console/promoters/decide").with(|_| json!({"id": 4711, "approve": true}));
    operator_promoters_revoke: post("/console/promoters/revoke").with(|_| json!({"userId": 4711, "reason": "Table"}));
    tournament_form_category: get("/tournament/form/create/get/category");
    tournament_form_game: get("/tournament/form/create/list/game");
    tournament_form_document: get("/tournament/form/create/list/document");
    tournament_form_user: post("/tournament/form/create/list/user").with(|_| json!({"query": "som"}));
    tournament_form_organization: post("/tournament/form/create/get/available-organization").with(|_| json!({"category": "S"}));
    tournament_export_player: writing_get("/tournament/export-player/{tournamentId}/{bracketFormat}").asking("as=xlsx");
    tournament_export_match: writing_get("/tournament/export-match/{tournamentId}/{bracketFormat}");
}
