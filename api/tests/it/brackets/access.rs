//! Access to drawing, publishing and deciding.

use serde_json::json;

use super::case::{cases, post};

cases! {
    get_bracket: post("/bracket/get-bracket").with(|_| json!({"id": 4711}));
    get_moments: post("/bracket/get-moments").with(|_| json!({"id": 4711}));
    generate_bracket: post("/bracket/generate-bracket/{id}").with(|_| json!({"method": "random"}));
    submit_bracket: post("/bracket/submit-bracket/{id}").with(|_| json!({"version": 1}));
    send_bracket: post("/bracket/send-bracket/{id}");
    reset_match_score: post("/tournament/reset-match-score/{matchId}").with(|_| json!({"dryRun": true}));
    disqualify: post("/tournament/disqualify/{matchId}")
        .with(|owned| json!({"contestantId": owned.parts["contestantId"], "scope": "match", "reason": "access"}));
    submit_group_result: post("/bracket/submit-group-result/{match_id}");
    submit_map: post("/bracket/submit-result-survival-match/{match_id}").with(|_| json!({"map": 1, "results": []}));
    submit_prize: post("/bracket/submit-prize/{id}").with(|_| json!({"prizes": [{"place": 1, "text": "Cup"}], "version": 0}));
    submit_final_prize: post("/bracket/submit-final-prize/{id}").with(|_| json!({"winners": [], "version": 0}));
    submit_to_ranking: post("/tournament/submit-to-ranking");
}
