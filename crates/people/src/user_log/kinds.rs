//! Every kind of entry with its text. `{name}` is filled from the entry's detail; a name ending in `Satang` is shown in baht.

macro_rules! kinds {
    ($( $variant:ident $name:literal, $th:literal, $en:literal; )*) => {
        manao_domain::text_enum! {
            Kind { $($variant = $name,)* }
        }

        impl Kind {
            /// The text in Thai and in English.
            pub fn texts(self) -> (&'static str, &'static str) {
                match self { $(Kind::$variant => ($th, $en)),* }
            }
        }
    };
}

kinds! {
    // Account
    Joined "joined", "สมัครสมาชิก", "Joined Manao";
    SignedIn "signed_in", "เข้าสู่ระบบ", "Logged in";
    SignedOut "signed_out", "ออกจากระบบ", "Logged out";
    SignedOutEverywhere "signed_out_everywhere", "ออกจากระบบทุกอุปกรณ์", "Logged out on every device";
    SessionEnded "session_ended", "นำอุปกรณ์หนึ่งออกจากระบบ", "Logged another device out";
    LoginCodesStopped "login_codes_stopped", "หยุดรับรหัสเข้าสู่ระบบที่คนอื่นขอ", "Stopped login codes that others ask for";
    LoginCodesTaken "login_codes_taken", "รับรหัสเข้าสู่ระบบจากทุกอุปกรณ์อีกครั้ง", "Allowed login codes from any device again";
    TermsAccepted "terms_accepted", "ยอมรับข้อกำหนดการใช้บริการ", "Accepted the terms of service";
    ProfileContinued "profile_continued", "ใช้โปรไฟล์เดิม {name} ต่อ", "Continued with the earlier profile {name}";
    Suspended "suspended", "บัญชีถูกระงับการใช้งาน", "Account suspended";
    Restored "restored", "บัญชีกลับมาใช้งานได้ตามปกติ", "Account restored";
    // E-mail and number
    EmailVerified "email_verified", "ยืนยันอีเมล", "Verified an e-mail address";
    MobileVerified "mobile_verified", "ยืนยันเบอร์มือถือ {mobile}", "Verified the mobile number {mobile}";
    KycConfirmed "kyc_confirmed", "ยืนยันตัวตนด้วยเบอร์ {mobile}", "Confirmed identity with the number {mobile}";
    // Promoters
    PromoterTermsAccepted "promoter_terms_accepted", "ยอมรับข้อกำหนดสำหรับผู้จัดการแข่งขัน", "Accepted the organizer terms";
    PromoterApplied "promoter_applied", "สมัครเป็นผู้จัดการแข่งขัน", "Applied to be an organizer";
    // Profile
    ProfileEdited "profile_edited", "แก้ไขข้อมูลส่วนตัว", "Edited the profile";
    PictureChanged "picture_changed", "เปลี่ยนรูปโปรไฟล์", "Changed the profile picture";
    PasswordChanged "password_changed", "เปลี่ยนรหัสผ่าน", "Changed the password";
    DocumentUploaded "document_uploaded", "อัปโหลดเอกสาร {fileName}", "Uploaded the document {fileName}";
    DocumentDeleted "document_deleted", "ลบเอกสาร {fileName}", "Deleted the document {fileName}";
    DocumentViewed "document_viewed", "{viewer} เปิดดูเอกสาร {fileName}", "{viewer} viewed the document {fileName}";
    // Shop
    OrderPlaced "order_placed", "สั่งซื้อ {number} ยอด {totalSatang} บาท", "Placed order {number} for {totalSatang} baht";
    OrderCancelled "order_cancelled", "ยกเลิกคำสั่งซื้อ {number}", "Cancelled order {number}";
    TaxInvoiceAsked "tax_invoice_asked", "ขอใบกำกับภาษีของคำสั่งซื้อ {number}", "Asked for a tax invoice for order {number}";
    CodesRevealed "codes_revealed", "เปิดดูโค้ดของคำสั่งซื้อ {number}", "Viewed the codes of order {number}";
    CouponRedeemed "coupon_redeemed", "เก็บโค้ดส่วนลด {code}", "Redeemed the coupon {code}";
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn texts_ask_for_the_same() {
        for kind in Kind::ALL {
            let names = |text: &str| {
                let mut names: Vec<String> =
                    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(str::to_owned).collect();
                names.sort();
                names
            };
            let (th, en) = kind.texts();
            assert_eq!(names(th), names(en), "{}", kind.as_str());
        }
    }
}
