//! Access to the room of a match, and to its actions.

use serde_json::json;

use super::case::{cases, get, post, writing_get};

cases! {
    get_match: get("/tournament/get/match/{matchId}");
    submit_match_score: post("/tournament/submit-match-score/{match_id}").with(|_| json!({"version": 1, "games": [{"home": 1, "away": 0}]}));
    list: post("/tournament/get/all_match").with(|_| json!({"id": 4711}));
    propose_time: post("/tournament/send-time-request/{match_id}").with(|_| json!({"at": "2026-12-01T12:00:00Z"}));
    replace_time: post("/tournament/send-time-request-edit/{appointment_id}").with(|_| json!({"at": "2026-12-01T12:00:00Z"}));
    accept_time: writing_get("/tournament/accept-time-request/{id}");
    decline_time: writing_get("/tournament/decline-time-request/{id}");
    withdraw_time: post("/tournament/withdraw-time-request/{id}");
    edit_time: post("/tournament/edit-match-time/{match_id}").with(|_| json!({"shiftMinutes": 30, "reason": "access"}));
    edit_round: post("/tournament/edit-all-match-in-round-time/{id}/{round}").at(&[("round", "1")])
        .with(|_| json!({"stage": 1, "shiftMinutes": 30, "reason": "access"}));
    calendar: get("/tournament/match-calendar/{matchId}");
    calendar_file: get("/tournament/match-calendar-file/{matchId}");
    contest_no_show: post("/tournament/contest-no-show/{matchId}");
}
