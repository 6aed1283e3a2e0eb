//! What each call may answer instead of a success. Most of it follows from its row in the table of rights and from its shape; a call's own
//! refusals are listed here.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use manao_kernel::access::rules::Rule;
use manao_kernel::problem::Code;
use manao_kernel::problem::codes::*;

const PLACING: &[Code] =
    &[cart_empty, cart_item_not_found, product_not_found, quantity_invalid, cart_product_limit, cart_amount_limit];
const PLAYER: &[Code] = &[player_id_invalid, player_unknown, server_required, server_unknown, server_closed, partner_unavailable];
const STOCK: &[Code] = &[product_withdrawn, product_sold_out, stock_insufficient];
const COUPON: &[Code] = &[
    coupon_not_found,
    coupon_not_usable,
    coupon_not_started,
    coupon_over,
    coupon_out_of_scope,
    coupon_below_minimum,
    coupon_quota_reached,
];
const OTP: &[Code] = &[otp_wrong, otp_expired, otp_too_many_tries];
const TEXTING: &[Code] = &[otp_too_soon, otp_limit, telecom_unavailable];
const NUMBER: &[Code] = &[mobile_number_missing, mobile_number_suspended, mobile_number_blocked, texts_limit];
const KEY: &[Code] = &[idempotency_key_invalid, idempotency_key_busy, idempotency_key_conflict];
const REFRESH: &[Code] = &[refresh_token_invalid, session_revoked];
const SIGN_IN: &[Code] = &[forbidden, too_many_requests];
const FILE: &[Code] = &[too_many_requests, file_type_invalid, file_too_large, file_required, image_too_large, upload_too_slow];
const OFFER: &[Code] = &[offer_over, offer_not_yours];
const JOINING: &[Code] = &[team_disbanded, team_full, team_own_tournament];
const MEMBER: &[Code] = &[team_member_not_found, team_self];
/// A tournament that nothing is done to any more.
const OVER: &[Code] = &[tournament_cancelled, tournament_over];
/// What keeps a result from being changed.
const RULING: &[Code] = &[match_of_many, match_results_fall, prize_paid];
/// What keeps a time from being agreed.
const TIMES: &[Code] = &[captain_acts, match_of_many, match_not_open, time_taken];
const PROPOSING: &[Code] = &[too_many_requests, proposal_replaced, proposal_own];
/// What keeps a draw from being final.
const DRAWN: &[Code] = &[draw_too_early, bracket_entrants_changed];
/// People who cannot play in a tournament, and rosters that do not fit it.
const PLAYERS: &[Code] = &[
    players_count_invalid,
    player_not_in_team,
    player_in_other_entry,
    player_suspended,
    promoter_cannot_enter,
    education_level_invalid,
    university_mismatch,
    school_mismatch,
];
const ENTERING: &[Code] = &[
    tournament_not_found,
    registration_not_open,
    registration_closed,
    tournament_invitation_required,
    tournament_entry_refused,
    captain_required,
    players_too_few,
    team_not_found,
];
const CATALOGUE: &[Code] = &[query_invalid, query_too_costly];

/// By path; a call without refusals of its own has no line.
const OWN: &[(&str, &[&[Code]])] = &[
    // account
    ("/auth/login", &[&[too_many_requests, login_unavailable]]),
    ("/oauth/sessions", &[SIGN_IN, &[login_attempt_invalid, login_rejected, login_email_missing, login_unavailable]]),
    ("/oauth/refresh-token", &[SIGN_IN, REFRESH, &[session_required]]),
    ("/oauth/logout", &[&[forbidden]]),
    ("/oauth/login-ais", &[SIGN_IN, &[otp_token_invalid, mobile_number_unregistered]]),
    ("/oauth/login-password", &[SIGN_IN, OTP, &[password_wrong, password_code_required, otp_too_soon, otp_limit]]),
    ("/oauth/register-ais", &[SIGN_IN, &[otp_token_invalid, mobile_number_registered]]),
    ("/account/continue", &[REFRESH, &[legacy_profile_not_found, legacy_profile_claimed, account_synced, terms_outdated]]),
    ("/operator/users/{userId}/suspend", &[&[user_not_found, user_suspended, operator_self]]),
    ("/operator/users/{userId}/restore", &[&[user_not_found, user_not_suspended]]),
    ("/user/change-password", &[&[too_many_requests, password_not_kept]]),
    // mobile numbers
    ("/send-OTP", &[TEXTING, &[forbidden, mobile_number_suspended]]),
    ("/confirm-OTP", &[OTP, &[too_many_requests]]),
    ("/account/verify-mobile-number", &[TEXTING, &[mobile_number_suspended, mobile_number_fixed]]),
    ("/account/confirm-mobile-number", &[OTP, &[mobile_number_fixed, mobile_number_taken]]),
    ("/user/validate-mobile-mumber", &[&[too_many_requests, telecom_unavailable]]),
    ("/user/check-mobile-number", &[&[too_many_requests, telecom_unavailable]]),
    ("/get-network-type", &[&[too_many_requests, telecom_unavailable]]),
    ("/get-profile-type", &[&[too_many_requests, telecom_unavailable]]),
    ("/credit-limit/check-credit-balance", &[&[too_many_requests, telecom_unavailable, mobile_number_missing]]),
    ("/kyc/check-kyc-mobile-number/{mobile}", &[&[fields_invalid]]),
    ("/kyc/get-otp", &[TEXTING, &[mobile_number_suspended, kyc_number_same, kyc_change_too_early]]),
    ("/kyc/confirm-otp", &[OTP, &[kyc_number_same, kyc_number_taken, kyc_change_too_early]]),
    // mail
    ("/account/verify-email", &[&[otp_too_soon, otp_limit, email_verified]]),
    ("/account/confirm-email", &[OTP, &[email_taken]]),
    ("/mail/unsubscribe", &[&[mail_link_invalid]]),
    // catalogue
    ("/home", &[CATALOGUE]),
    ("/product", &[CATALOGUE]),
    ("/shelf-bases", &[CATALOGUE]),
    ("/banner-in-page", &[CATALOGUE]),
    ("/app-config", &[CATALOGUE]),
    ("/flash-sale", &[CATALOGUE]),
    ("/promotion", &[CATALOGUE]),
    ("/faq", &[CATALOGUE]),
    ("/maintenance", &[CATALOGUE]),
    ("/game-review", &[CATALOGUE]),
    // cart
    (
        "/cart/add",
        &[PLAYER, STOCK, &[product_not_found, quantity_invalid, cart_items_limit, cart_product_limit, cart_amount_limit]],
    ),
    ("/cart/update-qunity", &[STOCK, &[quantity_invalid, cart_product_limit, cart_amount_limit]]),
    // partners
    ("/topup/get-list-server-by", &[&[game_not_found, partner_unavailable]]),
    ("/topup/validate-user", &[PLAYER, &[too_many_requests, game_not_found]]),
    ("/voucher/check-stock", &[&[product_not_found, quantity_invalid, partner_unavailable]]),
    // payments
    ("/payment/get-payment-channel-by", &[PLACING, COUPON, &[order_not_found, session_required, too_many_requests]]),
    ("/flash-sale/check-flash-sale", &[&[product_not_found, quantity_invalid]]),
    ("/stock-alert/add", &[&[product_not_found, product_withdrawn, stock_alert_needless, stock_alert_limit]]),
    ("/payment/get-bank-by", &[&[channel_not_found]]),
    ("/payment-avaliable/check-payment-avaliable", &[&[channel_not_found]]),
    (
        "/rule/check-rule",
        &[PLACING, &[channel_not_found, player_id_invalid, server_required, telecom_unavailable, too_many_requests]],
    ),
    ("/operator/payment-channels/{code}", &[&[channel_not_found]]),
    ("/webhooks/opn", &[&[webhook_signature_invalid]]),
    ("/webhooks/telecom", &[&[webhook_signature_invalid]]),
    ("/webhooks/partners/{partner}", &[&[webhook_signature_invalid]]),
    // orders
    (
        "/purchase/create-order",
        &[
            &[
                maintenance,
                too_many_requests,
                idempotency_key_required,
                price_changed,
                flash_sale_sold_out,
                flash_sale_limit,
                order_waiting,
                open_orders_limit,
                dispute_open,
                dispute_open_elsewhere,
                channel_not_found,
                channel_not_allowed,
            ],
            KEY,
            PLACING,
            PLAYER,
            STOCK,
            COUPON,
            TEXTING,
            NUMBER,
        ],
    ),
    ("/purchase/check-order", &[&[too_many_requests, payment_unavailable, telecom_unavailable]]),
    ("/purchase/check-order-timeout", &[&[too_many_requests, payment_unavailable, telecom_unavailable]]),
    (
        "/purchase/update-order-status",
        &[
            &[too_many_requests, order_state, order_expired, payment_unavailable],
            &[channel_not_found, channel_not_allowed],
            &[product_sold_out, stock_insufficient, flash_sale_sold_out, flash_sale_limit, coupon_quota_reached],
            KEY,
            TEXTING,
            NUMBER,
        ],
    ),
    ("/purchase/reveal-code", &[&[codes_not_ready, codes_frozen]]),
    ("/purchase/receipt/{number}", &[&[receipt_not_ready]]),
    ("/purchase/receipt/{number}/pdf", &[&[receipt_not_ready, sales_document_not_found, too_many_requests]]),
    ("/purchase/tax-invoice", &[&[receipt_not_ready, tax_invoice_over, tax_invoice_nothing_sold, too_many_requests]]),
    ("/purchase/track", &[&[order_not_found, too_many_requests]]),
    ("/order-confirm", &[&[too_many_requests, order_state, order_expired, mobile_balance_short, telecom_unavailable], KEY, OTP]),
    (
        "/operator/repairs/{deliveryId}",
        &[&[delivery_not_found, delivery_state, delivery_done, delivery_under_way, partner_unavailable], KEY],
    ),
    ("/operator/refunds/{key}", &[&[refund_not_found, refund_changed, refund_disputed]]),
    ("/operator/unmatched-charges/{id}", &[&[unmatched_charge_not_found, unmatched_charge_pending, payment_unavailable]]),
    // inbox
    ("/user-notification/delete-inbox", &[&[inbox_message_not_found]]),
    ("/notification/settings", &[&[too_many_requests]]),
    ("/notification/push", &[&[too_many_requests]]),
    ("/notification/push/forget", &[&[too_many_requests]]),
    // coupons
    ("/coupon/redeem-coupon", &[COUPON, &[too_many_requests, coupon_already_redeemed]]),
    ("/coupon/check-coupon", &[PLACING, &[too_many_requests, coupon_not_found, player_id_invalid, server_required]]),
    // favourites
    ("/user-favorite/add", &[&[game_not_found]]),
    ("/user-favorite/delete", &[&[game_not_found]]),
    ("/user/get-game-id", &[&[game_not_found]]),
    (
        "/user/players/save",
        &[PLAYER, &[game_not_found, saved_player_not_found, saved_player_exists, saved_players_limit, too_many_requests]],
    ),
    // brackets
    ("/bracket/get-bracket", &[&[tournament_not_found, stage_not_found, bracket_not_found, too_many_requests]]),
    ("/bracket/get-moments", &[&[tournament_not_found, stage_not_found, bracket_not_found]]),
    (
        "/bracket/generate-bracket/{id}",
        &[
            OVER,
            &[stage_not_found, previous_stage_open, bracket_impossible, groups_impossible],
            &[bracket_published, bracket_submitted, bracket_changed],
        ],
    ),
    (
        "/bracket/submit-bracket/{id}",
        &[
            OVER,
            DRAWN,
            &[stage_not_found, bracket_not_found, bracket_changed, bracket_published, bracket_submitted, match_touched],
        ],
    ),
    ("/bracket/send-bracket/{id}", &[OVER, DRAWN, &[stage_not_found, bracket_not_submitted, bracket_changed]]),
    (
        "/bracket/submit-result-survival-match/{match_id}",
        &[OVER, &[match_not_survivor, match_changed, map_published, survivor_ended, match_results_fall, prize_paid]],
    ),
    ("/bracket/submit-prize/{id}", &[OVER, &[tournament_changed, prize_paid]]),
    ("/bracket/submit-final-prize/{id}", &[&[tournament_cancelled, tournament_changed, matches_open, stage_open, prize_paid]]),
    ("/tournament/submit-to-ranking", &[OVER, &[matches_open, stage_open]]),
    (
        "/tournament/submit-match-score/{match_id}",
        &[
            OVER,
            RULING,
            &[
                match_not_ready,
                match_changed,
                captain_acts,
                match_not_open,
                report_given,
                match_reset,
                match_not_begun,
                no_show_too_early,
            ],
        ],
    ),
    ("/tournament/contest-no-show/{matchId}", &[OVER, &[match_of_many, captain_acts, no_show_none]]),
    ("/tournament/reset-match-score/{matchId}", &[OVER, RULING, &[match_no_result, match_changed]]),
    ("/tournament/disqualify/{matchId}", &[OVER, RULING, &[match_not_ready, entry_over, entrant_not_out, player_in_other_entry]]),
    (
        "/bracket/submit-group-result/{match_id}",
        &[OVER, &[match_not_in_group, match_of_many, group_open, group_closed, group_not_tied, cut_tie, prize_paid]],
    ),
    // matches
    ("/tournament/get/match/{matchId}", &[&[match_not_found, match_of_many]]),
    ("/tournament/get/all_match", &[&[tournament_not_found]]),
    ("/tournament/send-time-request/{match_id}", &[OVER, TIMES, PROPOSING, &[time_proposed]]),
    ("/tournament/send-time-request-edit/{appointment_id}", &[OVER, TIMES, PROPOSING]),
    ("/tournament/accept-time-request/{id}", &[OVER, TIMES, &[proposal_replaced, proposal_own]]),
    ("/tournament/decline-time-request/{id}", &[OVER, &[captain_acts, match_of_many, proposal_replaced, proposal_own]]),
    ("/tournament/withdraw-time-request/{id}", &[OVER, &[captain_acts, match_of_many, proposal_replaced, proposal_not_own]]),
    (
        "/tournament/edit-match-time/{match_id}",
        &[OVER, &[match_of_many, match_changed, match_not_open, match_no_time, time_taken]],
    ),
    ("/tournament/edit-all-match-in-round-time/{id}/{round}", &[OVER, &[match_changed]]),
    ("/tournament/match-calendar/{matchId}", &[&[match_of_many]]),
    ("/tournament/match-calendar-file/{matchId}", &[&[match_of_many, match_no_time]]),
    // tournaments
    ("/tournament/create", &[&[tournament_not_found, tournament_drafts_limit, tournaments_limit]]),
    ("/tournament/update", &[&[tournament_changed, tournament_cancelled, tournament_over, tournaments_limit, promoter_required]]),
    ("/tournament/delete-draft", &[&[tournament_published]]),
    ("/tournament/cancel-tournament/{id}", &[&[tournament_over]]),
    (
        "/tournament/close-registration/{id}",
        &[&[tournament_changed, tournament_cancelled, tournament_over, registration_not_open]],
    ),
    ("/tournament/tournamentlist", &[&[session_required]]),
    ("/tournament/get/{id}", &[&[tournament_not_found]]),
    ("/tournament/get/tournament-banner-detail/{id}", &[&[tournament_not_found]]),
    ("/tournament/get/infomation-rule/{tournament_id}/{lang}", &[&[tournament_not_found]]),
    // files, profile
    ("/utils/upload/{dir}/", &[FILE, &[not_found]]),
    ("/user/edit-profile", &[&[profile_changed]]),
    // teams
    ("/profile/get-profile-by-id/{userId}", &[&[too_many_requests, user_not_found]]),
    ("/tournament/get/teamdetail/{teamId}", &[&[team_not_found]]),
    ("/tournament/search-team", &[&[too_many_requests]]),
    ("/tournament/user-search", &[&[too_many_requests]]),
    ("/tournament/create-team", &[&[too_many_requests, team_already_joined]]),
    ("/tournament/update-team/{teamId}", &[&[too_many_requests, team_changed]]),
    (
        "/tournament/join-team/{teamId}",
        &[&[too_many_requests, team_not_found, team_already_joined, offer_too_soon, offers_limit], JOINING],
    ),
    ("/tournament/cancel-team/{id}", &[OFFER]),
    ("/tournament/accept-request/{id}", &[OFFER, JOINING, &[team_already_joined, team_person_taken, team_person_suspended]]),
    ("/tournament/accept-invite-user/{id}", &[OFFER, JOINING, &[team_already_joined]]),
    ("/tournament/decline-request/{id}", &[OFFER]),
    ("/tournament/leave-team/{teamId}", &[&[team_captain_leaving, team_in_tournament]]),
    ("/tournament/approve-leave", &[MEMBER, &[team_leave_not_requested]]),
    ("/tournament/kick-out/{teamId}/{userId}", &[&[team_self, team_captain_only]]),
    ("/tournament/promote-member-to-captain", &[MEMBER, &[team_captain_only, team_person_suspended]]),
    ("/tournament/disband-team", &[&[team_captain_only, team_in_tournament]]),
    // registration
    ("/tournament/get/player-tournament/{game_id}/{contestant_type}", &[&[tournament_not_found, team_not_found]]),
    ("/tournament/get/player-tournament-team/{game_id}/{team_id}", &[&[tournament_not_found]]),
    ("/tournament/save-register-tournament", &[OVER, ENTERING, PLAYERS, &[entry_changed, entry_must_stay_complete]]),
    (
        "/registration/give-documents",
        &[
            OVER,
            &[
                tournament_not_found,
                tournament_not_participating,
                roster_locked,
                players_count_invalid,
                entry_changed,
                entry_must_stay_complete,
            ],
        ],
    ),
    (
        "/registration/remind",
        &[&[tournament_cancelled, team_member_not_found, entry_over, entry_reminder_needless, entry_reminder_too_soon]],
    ),
    (
        "/tournament/tell-captain-to-register/{id}",
        &[&[
            tournament_not_found,
            tournament_cancelled,
            registration_closed,
            tournament_entry_refused,
            team_not_found,
            team_self,
            entry_exists,
            entry_reminder_too_soon,
        ]],
    ),
    (
        "/tournament/update-tournament-team",
        &[OVER, PLAYERS, &[entry_over, entry_changed, entry_must_stay_complete, roster_locked, registration_closed]],
    ),
    ("/tournament/get-join-tournament", &[&[tournament_not_found]]),
    (
        "/tournament/remove/contestant/{tournament_id}/{contestant_id}",
        &[OVER, &[tournament_not_found, entry_over, entry_changed]],
    ),
    ("/tournament/get-citizen-open-phone-team/{teamId}/{tournamentId}", &[&[team_not_found]]),
    ("/tournament/get-citizen-open", &[&[tournament_not_found]]),
    ("/registration/check-document", &[&[entry_document_not_found, entry_changed]]),
    ("/tournament/send-missing-document-notice/{teamId}", &[&[entrant_not_found]]),
    (
        "/tournament/invite-team",
        &[
            OVER,
            &[too_many_requests, team_not_found, team_disbanded],
            &[tournament_not_found, stage_not_found, tournament_individual, tournament_of_teams],
        ],
    ),
    ("/tournament/teamlist", &[&[tournament_not_found]]),
    (
        "/tournament/multiple-stage/update/qualifiers/{id}",
        &[OVER, &[stage_not_found, stage_first, stage_last, stage_open, stage_drawn, cut_tie, qualifiers_changed]],
    ),
    ("/user/document/upload", &[FILE, &[documents_limit]]),
    ("/user/document/view/{id}", &[&[too_many_requests]]),
    // promoters
    ("/promoter/accept-terms", &[&[promoter_terms_outdated]]),
    (
        "/tournament/register-promoter",
        &[&[
            promoter_profile_incomplete,
            promoter_kyc_required,
            promoter_terms_required,
            promoter_application_open,
            promoter_active,
        ]],
    ),
    ("/operator/promoters/decide", &[&[promoter_application_not_found, promoter_application_decided, promoter_self]]),
    ("/operator/promoters/revoke", &[&[promoter_not_found, promoter_self]]),
    // messages
    ("/tournament/upload-match-picture/{matchId}", &[FILE, OVER, &[room_pictures_limit]]),
    ("/tournament/upload-entrant-picture/{contestantId}", &[FILE, OVER, &[room_pictures_limit]]),
    ("/tournament/match-picture/{matchId}/{pictureId}", &[&[room_picture_not_found]]),
    ("/tournament/entrant-picture/{contestantId}/{pictureId}", &[&[room_picture_not_found]]),
    ("/tournament/send-time-request-message/{match_id}", &[OVER, &[too_many_requests]]),
    ("/tournament/get/message-non-promoter/{tournamentId}", &[&[tournament_not_participating]]),
    ("/tournament/send-message-to-contestant/{id}", &[&[too_many_requests]]),
    ("/tournament/send-message-to-promoter/{id}", &[OVER, &[tournament_not_participating, too_many_requests]]),
    ("/message/report", &[&[too_many_requests]]),
    ("/tournament/send-message-to-not-eliminated-players/{id}", &[OVER, &[broadcast_nobody, too_many_requests]]),
    ("/message/mute", &[&[user_not_found, mutes_limit, too_many_requests]]),
    // what the form of a tournament offers
    ("/tournament/form/create/list/user", &[&[too_many_requests]]),
    // exports
    ("/tournament/export-player/{tournamentId}/{bracketFormat}", &[&[tournament_stage_not_found, too_many_requests]]),
    ("/tournament/export-match/{tournamentId}/{bracketFormat}", &[&[tournament_stage_not_found, too_many_requests]]),
];

/// Writes a call's refusals into its `responses`, one entry per status, listing its codes.
pub fn write(rule: &Rule, operation: &mut Map<String, Value>) {
    let mut by_status: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    let own = OWN.iter().filter(|(of, _)| *of == rule.path).flat_map(|(_, groups)| groups.iter().copied().flatten());
    let shape = of_shape(operation);
    let over = rule.over.map(|over| over.thing.not_found());
    for code in
        rule.who.refusals().iter().chain(&over).chain(&shape).chain(own).chain(&[internal, service_unavailable, request_timeout])
    {
        let codes = by_status.entry(code.status).or_default();
        if !codes.contains(&code.name) {
            codes.push(code.name);
        }
    }
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, codes) in by_status {
        let named: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
        let answer = json!({
            "description": named.join(", "),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
            "x-codes": codes,
        });
        responses.insert(status.to_string(), answer);
    }
}

/// What may go wrong in reading the request.
fn of_shape(operation: &Map<String, Value>) -> Vec<Code> {
    let mut codes = Vec::new();
    if let Some(kinds) = operation.get("requestBody").and_then(|body| body.get("content")).and_then(Value::as_object) {
        codes.extend([bad_request, payload_too_large]);
        // Bodies with their own check or reader are not checked for content type.
        let tag = operation.get("tags").and_then(|tags| tags.get(0)).and_then(Value::as_str);
        let webhook = operation.get("responses").is_some_and(|responses| responses.get("401").is_some());
        if kinds.contains_key("application/json") && tag != Some("catalogue") && !webhook && tag != Some("webhooks") {
            codes.extend([unsupported_media_type, fields_invalid]);
        } else if kinds.contains_key("multipart/form-data") {
            codes.push(fields_invalid);
        }
    }
    for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
        let schema = &parameter["schema"];
        match parameter["in"].as_str() {
            Some("query") => codes.push(fields_invalid),
            Some("path") if schema["type"] == "integer" || schema["format"] == "uuid" => codes.push(not_found),
            _ => {}
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use manao_kernel::access::rules::RULES;

    #[test]
    fn every_line_is_of_a_call_and_stands_once() {
        for (index, (path, _)) in OWN.iter().enumerate() {
            assert!(RULES.iter().any(|rule| rule.path == *path), "{path}");
            assert!(!OWN[..index].iter().any(|(before, _)| before == path), "{path} stands twice");
        }
    }
}
