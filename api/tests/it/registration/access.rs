//! Access to entering, to decisions about entries, and to their evidence.

use serde_json::json;

use super::case::{cases, get, post};

cases! {
    get_player_tournament: get("/tournament/get/player-tournament/{game_id}/{contestant_type}").at(&[("contestant_type", "single")]);
    get_player_tournament_team: get("/tournament/get/player-tournament-team/{game_id}/{team_id}");
    save_register_tournament: post("/tournament/save-register-tournament").with(|_| json!({"tournamentId": 4711, "players": []}));
    give_documents: post("/registration/give-documents").with(|_| json!({"tournamentId": 4711}));
    remind: post("/registration/remind").with(|_| json!({"userId": 4711}));
    tell_captain_to_register: post("/tournament/tell-captain-to-register/{id}");
    update_tournament_team: post("/tournament/update-tournament-team").with(|_| json!({"version": 1, "players": []}));
    get_join_tournament: post("/tournament/get-join-tournament").with(|_| json!({"tournamentId": 4711}));
    get_entry: get("/registration/entry/{id}");
    joined_list_get: get("/tournament/joined/list/get/{page}/{perPage}");
    remove_contestant: post("/tournament/remove/contestant/{tournament_id}/{contestant_id}");
    get_documentlist: post("/tournament/get/documentlist/{id}");
    get_citizen_open_phone_team: get("/tournament/get-citizen-open-phone-team/{teamId}/{tournamentId}");
    get_citizen_open: post("/tournament/get-citizen-open").with(|_| json!({"tournamentId": 4711}));
    list_entrants: post("/registration/entrants");
    update_contestant_status: post("/tournament/update/contestant_status/{id}").with(|_| json!({"status": "withdrawn"}));
    check_document: post("/registration/check-document").with(|_| json!({"userId": 4711, "kind": "other", "documentId": "00000000-0000-4000-8000-000000000000", "valid": true}));
    send_missing_document_notice: post("/tournament/send-missing-document-notice/{teamId}").with(|_| json!({"missing": []}));
    can_invite_list: post("/v2/tournament/form/create/can-invite/list");
    invite_team: post("/tournament/invite-team").with(|_| json!({"tournamentId": 4711, "teamIds": [1]}));
    teamlist: post("/tournament/teamlist");
    update_qualifiers: post("/tournament/multiple-stage/update/qualifiers/{id}").with(|_| json!({"stage": 2, "reason": "access"}));
}
