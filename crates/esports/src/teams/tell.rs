//! Notices about teams, in the inbox and live.

use super::live::{MembershipLive, TeamChange, TeamLive};
use crate::pages::MY_TEAM;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream, Subject, SubjectKind};

/// A notice about a team; names are public ones.
#[derive(Clone, Copy, Debug)]
pub enum TeamNotice<'a> {
    /// To the invited person
    Invited {
        team: &'a str,
        offer: i64,
    },
    /// To the captain
    Requested {
        person: &'a str,
        offer: i64,
    },
    /// To the person who asked
    RequestAccepted {
        team: &'a str,
    },
    RequestDeclined {
        team: &'a str,
    },
    InvitationDeclined {
        person: &'a str,
    },
    RequestCancelled {
        person: &'a str,
    },
    InvitationCancelled {
        team: &'a str,
    },
    RequestExpired {
        team: &'a str,
    },
    InvitationExpired {
        person: &'a str,
    },
    /// To the captain: the person is in another team now
    OfferEnded {
        person: &'a str,
    },
    /// To the others of the team
    Joined {
        person: &'a str,
    },
    Left {
        person: &'a str,
    },
    /// To the captain
    LeaveRequested {
        person: &'a str,
        hours: u32,
    },
    LeaveTakenBack {
        person: &'a str,
    },
    /// To a member who left after approval, or after the waiting time
    LeaveDone {
        team: &'a str,
    },
    KickedOut {
        team: &'a str,
    },
    /// To the other members
    PersonKickedOut {
        person: &'a str,
    },
    /// To the captain: below the tournament's minimum
    EntryIncomplete {
        person: &'a str,
        tournament: &'a Text,
    },
    MadeCaptain {
        team: &'a str,
    },
    OtherCaptain {
        person: &'a str,
    },
    Acting {
        team: &'a str,
    },
    ActingEnded {
        team: &'a str,
    },
    Updated {
        team: &'a str,
    },
    Disbanded {
        team: &'a str,
    },
}

impl TeamNotice<'_> {
    fn kind(self) -> &'static str {
        match self {
            Self::Invited { .. } => "team_invited",
            Self::Requested { .. } => "team_requested",
            Self::RequestAccepted { .. } => "team_request_accepted",
            Self::RequestDeclined { .. } => "team_request_declined",
            Self::InvitationDeclined { .. } => "team_invitation_declined",
            Self::RequestCancelled { .. } => "team_request_cancelled",
            Self::InvitationCancelled { .. } => "team_invitation_cancelled",
            Self::RequestExpired { .. } => "team_request_expired",
            Self::InvitationExpired { .. } => "team_invitation_expired",
            Self::OfferEnded { .. } => "team_offer_ended",
            Self::Joined { .. } => "team_joined",
            Self::Left { .. } => "team_left",
            Self::LeaveRequested { .. } => "team_leave_requested",
            Self::LeaveTakenBack { .. } => "team_leave_taken_back",
            Self::LeaveDone { .. } => "team_leave_done",
            Self::KickedOut { .. } => "team_kicked_out",
            Self::PersonKickedOut { .. } => "team_person_kicked_out",
            Self::EntryIncomplete { .. } => "team_entry_incomplete",
            Self::MadeCaptain { .. } => "team_captain",
            Self::OtherCaptain { .. } => "team_other_captain",
            Self::Acting { .. } => "team_acting_captain",
            Self::ActingEnded { .. } => "team_acting_ended",
            Self::Updated { .. } => "team_updated",
            Self::Disbanded { .. } => "team_disbanded",
        }
    }

    /// Title and body.
    fn texts(self) -> (Text, Text) {
        match self {
            Self::Invited { team, .. } => (
                Text::new(format!("ทีม {team} ชวนคุณเข้าทีม"), format!("{team} invites you to join")),
                Text::new("ตอบรับหรือปฏิเสธได้ที่นี่ หรือที่หน้าทีมของฉัน", "Accept or decline here, or on your team page."),
            ),
            Self::Requested { person, .. } => (
                Text::new(format!("{person} ขอเข้าทีมของคุณ"), format!("{person} wants to join your team")),
                Text::new("ตอบรับหรือปฏิเสธได้ที่นี่ หรือที่หน้าทีมของฉัน", "Accept or decline here, or on your team page."),
            ),
            Self::RequestAccepted { team } => (
                Text::new(format!("คุณเข้าทีม {team} แล้ว"), format!("You are now in {team}")),
                Text::new("กัปตันตอบรับคำขอของคุณ", "The captain accepted your request."),
            ),
            Self::RequestDeclined { team } => (
                Text::new(format!("ทีม {team} ไม่รับคำขอของคุณ"), format!("{team} declined your request")),
                Text::new("คุณขอเข้าทีมอื่นได้เสมอ", "You can send another team a request at any time."),
            ),
            Self::InvitationDeclined { person } => (
                Text::new(format!("{person} ปฏิเสธคำเชิญเข้าทีม"), format!("{person} declined your invitation")),
                Text::new("ชวนผู้เล่นคนอื่นได้ที่หน้าทีมของฉัน", "You can invite others on your team page."),
            ),
            Self::RequestCancelled { person } => (
                Text::new(format!("{person} ยกเลิกคำขอเข้าทีม"), format!("{person} withdrew their request")),
                Text::new("ไม่ต้องดำเนินการใดๆ", "No action is needed."),
            ),
            Self::InvitationCancelled { team } => (
                Text::new(format!("ทีม {team} ยกเลิกคำเชิญ"), format!("{team} withdrew its invitation")),
                Text::new("ไม่ต้องดำเนินการใดๆ", "No action is needed."),
            ),
            Self::RequestExpired { team } => (
                Text::new(format!("คำขอเข้าทีม {team} หมดอายุ"), format!("Your request to join {team} has expired")),
                Text::new("กัปตันไม่ได้ตอบภายในเวลา คุณขอใหม่ได้", "The captain did not answer in time. You can request again."),
            ),
            Self::InvitationExpired { person } => (
                Text::new(format!("คำเชิญถึง {person} หมดอายุ"), format!("Your invitation to {person} has expired")),
                Text::new("ไม่มีการตอบภายในเวลา คุณชวนใหม่ได้", "It was not answered in time. You can invite them again."),
            ),
            Self::OfferEnded { person } => (
                Text::new(format!("{person} เข้าทีมอื่นแล้ว"), format!("{person} is in another team now")),
                Text::new("คำเชิญหรือคำขอที่ค้างอยู่จึงสิ้นสุดลง", "Any invitation or request between you has ended."),
            ),
            Self::Joined { person } => (
                Text::new(format!("{person} เข้าทีมแล้ว"), format!("{person} joined the team")),
                Text::new("ทีมของคุณมีสมาชิกใหม่", "Your team has a new member."),
            ),
            Self::Left { person } => (
                Text::new(format!("{person} ออกจากทีมแล้ว"), format!("{person} left the team")),
                Text::new("ดูรายชื่อล่าสุดได้ที่หน้าทีมของฉัน", "See who is left on your team page."),
            ),
            Self::LeaveRequested { person, hours } => (
                Text::new(format!("{person} ขอออกจากทีม"), format!("{person} wants to leave the team")),
                Text::new(
                    format!("อนุมัติได้ที่หน้าทีมของฉัน หากไม่อนุมัติ จะออกจากทีมโดยอัตโนมัติเมื่อครบ {hours} ชั่วโมง"),
                    format!("Approve it on your team page. Otherwise they leave automatically after {hours} hours."),
                ),
            ),
            Self::LeaveTakenBack { person } => (
                Text::new(format!("{person} ขออยู่ในทีมต่อ"), format!("{person} is staying in the team")),
                Text::new("คำขอออกจากทีมถูกยกเลิกแล้ว", "They withdrew their request to leave."),
            ),
            Self::LeaveDone { team } => (
                Text::new(format!("คุณออกจากทีม {team} แล้ว"), format!("You have left {team}")),
                Text::new("คุณสร้างทีมใหม่หรือขอเข้าทีมอื่นได้", "You can create a team, or request to join another."),
            ),
            Self::KickedOut { team } => (
                Text::new(format!("คุณถูกนำออกจากทีม {team}"), format!("You were removed from {team}")),
                Text::new("คุณสร้างทีมใหม่หรือขอเข้าทีมอื่นได้", "You can create a team, or request to join another."),
            ),
            Self::PersonKickedOut { person } => (
                Text::new(format!("{person} ถูกนำออกจากทีม"), format!("{person} was removed from the team")),
                Text::new("ดูรายชื่อล่าสุดได้ที่หน้าทีมของฉัน", "See who is left on your team page."),
            ),
            Self::EntryIncomplete { person, tournament } => (
                Text::new(
                    format!("ใบสมัคร {} ไม่ครบแล้ว", tournament.th),
                    format!("Your entry in {} is no longer complete", tournament.en),
                ),
                Text::new(
                    format!("{person} ออกจากทีม กรุณาเพิ่มผู้เล่นก่อนปิดรับสมัคร"),
                    format!("{person} left the team. Add a player before registration closes."),
                ),
            ),
            Self::MadeCaptain { team } => (
                Text::new(format!("คุณเป็นกัปตันทีม {team} แล้ว"), format!("You are now the captain of {team}")),
                Text::new("คุณดูแลสมาชิกและสมัครทัวร์นาเมนต์ให้ทีมได้", "You now manage its members and enter tournaments for it."),
            ),
            Self::OtherCaptain { person } => (
                Text::new(format!("{person} เป็นกัปตันคนใหม่"), format!("{person} is the new captain")),
                Text::new("ทีมของคุณเปลี่ยนกัปตันแล้ว", "Your team has a new captain."),
            ),
            Self::Acting { team } => (
                Text::new(format!("คุณทำหน้าที่แทนกัปตันทีม {team}"), format!("You act as captain of {team}")),
                Text::new(
                    "กัปตันถูกระงับบัญชี คุณดูแลทีมแทนชั่วคราว",
                    "The captain's account is suspended. You manage the team in the meantime.",
                ),
            ),
            Self::ActingEnded { team } => (
                Text::new(format!("คุณไม่ได้ทำหน้าที่แทนกัปตันทีม {team} แล้ว"), format!("You no longer act as captain of {team}")),
                Text::new("กัปตันกลับมาดูแลทีมแล้ว", "The captain manages the team again."),
            ),
            Self::Updated { team } => (
                Text::new(format!("ข้อมูลทีม {team} เปลี่ยนแล้ว"), format!("{team} has changed its details")),
                Text::new("กัปตันแก้ไขชื่อ รูป หรือลิงก์ของทีม", "The captain edited the team's name, picture or page."),
            ),
            Self::Disbanded { team } => (
                Text::new(format!("ทีม {team} ถูกยุบแล้ว"), format!("{team} was disbanded")),
                Text::new("คุณสร้างทีมใหม่หรือขอเข้าทีมอื่นได้", "You can create a team, or request to join another."),
            ),
        }
    }

    /// Returns the offer that can be answered in the inbox.
    fn subject(self) -> Option<Subject> {
        match self {
            Self::Invited { offer, .. } | Self::Requested { offer, .. } => Some(Subject::new(SubjectKind::Offer, offer)),
            _ => None,
        }
    }

    fn message(self) -> Message {
        let (title, body) = self.texts();
        Message {
            stream: Stream::Esports,
            kind: self.kind(),
            title,
            body,
            href: Some(MY_TEAM.address([])),
            subject: self.subject(),
        }
    }
}

/// Messages to write at the end of a change, because they lock inboxes. They are written in the order of people, so that two changes do
/// not deadlock.
#[derive(Default)]
#[must_use]
pub struct Letters(Vec<(i64, Message)>);

impl Letters {
    pub fn add(&mut self, to: impl IntoIterator<Item = i64>, news: TeamNotice<'_>) {
        let message = news.message();
        self.0.extend(to.into_iter().map(|user_id| (user_id, message.clone())));
    }

    pub async fn send(mut self, change: &mut Change) -> Result<(), Problem> {
        self.0.sort_by_key(|(to, _)| *to);
        for (to, message) in &self.0 {
            inbox::write(change, *to, message).await?;
        }
        Ok(())
    }
}

/// Emits the change to viewers of the team's page, and to these people.
pub fn live(change: &mut Change, team_id: i64, what: TeamChange, people: &[i64]) -> Result<(), Problem> {
    change.emit(&TeamLive { team_id, change: what })?;
    for user_id in people {
        change.emit(&MembershipLive { user_id: *user_id, team_id, change: what })?;
    }
    Ok(())
}
