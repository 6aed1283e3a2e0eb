//! Access to making, changing and reading tournaments.

use serde_json::json;

use super::case::{cases, get, post, writing_get};

cases! {
    tournament_create: post("/tournament/create").with(|_| json!({"draft": true}));
    tournament_update: post("/tournament/update").with(|owned| json!({"version": owned.parts["version"]}));
    tournament_form: get("/tournament/form/{id}");
    tournament_delete_draft: post("/tournament/delete-draft");
    tournament_cancel: writing_get("/tournament/cancel-tournament/{id}").asking("reason=rain").with(|_| json!({"reason": "rain"}));
    tournament_close_registration: post("/tournament/close-registration/{id}").with(|owned| json!({"version": owned.parts["version"]}));
    tournament_list: post("/tournament/tournamentlist");
    tournament_lanes: get("/tournament/lanes");
    tournament_current: get("/tournament/current");
    tournament_get: get("/tournament/get/{id}");
    tournament_banner: get("/tournament/get/tournament-banner-detail/{id}");
    tournament_information: get("/tournament/get/infomation-rule/{tournament_id}/{lang}").at(&[("lang", "en")]);
    tournament_list_run: get("/tournament/get/all-created-tournaments/{page}/{perPage}").at(&[("page", "1"), ("perPage", "10")]);
    tournament_revisions: post("/tournament/revision");
    tournament_log: post("/tournament/revision-log");
}
