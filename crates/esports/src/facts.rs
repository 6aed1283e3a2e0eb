//! Numbers of this crate that texts name.

use manao_domain::tournament_form as form;
use manao_domain::{bracket, match_time, survivor, talk, team};
use manao_kernel::feature::Fact;
use manao_kernel::text::Text;

use crate::brackets::CORRECTION;
use crate::matches::{CONTEST, GRACE, PROOFS, REMIND};
use crate::messages::MOST_PICTURES;
use crate::teams::REQUESTS;
use crate::things::EVIDENCE_KEPT;

pub const FACTS: &[Fact] = &[
    ("promoter_days", |settings| Text::same(settings.promoter_days)),
    ("promoter_notice_days", |settings| Text::same(settings.promoter_notice_days)),
    ("team_members_most", |settings| Text::same(settings.team_members_most)),
    ("membership_offer_days", |settings| Text::same(settings.membership_offer_days)),
    ("team_leave_hours", |settings| Text::same(settings.team_leave_hours)),
    ("team_requests_most", |_| Text::same(REQUESTS)),
    ("team_name_least", |_| Text::same(team::NAME.start())),
    ("team_short_name_least", |_| Text::same(team::SHORT_NAME.start())),
    ("team_short_name_most", |_| Text::same(team::SHORT_NAME.end())),
    ("team_name_most", |_| Text::same(team::NAME.end())),
    ("proposal_hours", |_| Text::same(match_time::ANSWER.num_hours())),
    ("settle_hours", |_| Text::same(match_time::SETTLE.num_hours())),
    ("match_notice_minutes", |_| Text::same(match_time::NOTICE.num_minutes())),
    ("match_reminder_minutes", |_| Text::same(REMIND.num_minutes())),
    ("proofs_most", |_| Text::same(PROOFS)),
    ("correction_hours", |_| Text::same(CORRECTION.num_hours())),
    ("maps_most", |_| Text::same(form::MAPS.end())),
    ("smash_points", |_| Text::same(survivor::SMASH)),
    ("no_show_minutes", |_| Text::same(GRACE.num_minutes())),
    ("contest_minutes", |_| Text::same(CONTEST.num_minutes())),
    ("confirm_minutes", |_| Text::same(form::USUAL_CONFIRM_MINUTES)),
    ("confirm_least_minutes", |_| Text::same(form::CONFIRM_MINUTES.start())),
    ("confirm_most_hours", |_| Text::same(form::CONFIRM_MINUTES.end() / 60)),
    ("evidence_days", |_| Text::same(EVIDENCE_KEPT.num_days())),
    ("message_length", |_| Text::same(talk::LONGEST)),
    ("message_pictures", |_| Text::same(MOST_PICTURES)),
    ("prizes_most", |_| Text::same(form::PRIZES)),
    ("co_promoters_most", |_| Text::same(form::CO_PROMOTERS)),
    ("assistants_most", |_| Text::same(form::ASSISTANTS)),
    ("stages_most", |_| Text::same(form::STAGES)),
    ("entrants_most", |_| Text::same(bracket::MOST)),
];
