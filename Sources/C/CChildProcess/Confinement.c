#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define DENY(error) RETURN(SECCOMP_RET_ERRNO | (error))
// Denies a call.
#define NEVER(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), DENY(EACCES)
// Denies a call if none of these bits (UNLESS), or any of them (IF), are set in the low half of an argument.
#define UNLESS(call, argument, bits)                                                                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[argument]),                                      \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), DENY(EACCES), RETURN(SECCOMP_RET_ALLOW)
#define IF(call, argument, bits)                                                                                       \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[argument]),                                      \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), DENY(EACCES), RETURN(SECCOMP_RET_ALLOW)
// Denies a call for another process.
#define OWN(call, process)                                                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[0]),                                             \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (process), 1, 0), DENY(EACCES), RETURN(SECCOMP_RET_ALLOW)
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

int standup_child_confine(void) {
    __u32 own = (__u32)getpid();
    const struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        DENY(EACCES),
        LOAD(nr),
#ifdef __x86_64__
        // The system calls of the x32 ABI have other numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        DENY(EACCES),
#endif
        // No sockets.
        NEVER(socket), NEVER(socketpair), NEVER(connect), NEVER(bind), NEVER(listen), NEVER(accept), NEVER(accept4),
        NEVER(io_uring_setup),
        // No programs and no processes. clone3 is reported as missing, because its flags cannot be checked.
        NEVER(execve), NEVER(execveat), UNLESS(clone, 0, CLONE_THREAD),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), DENY(ENOSYS),
        NEVER(ptrace), NEVER(process_vm_readv), NEVER(process_vm_writev), NEVER(pidfd_open), NEVER(pidfd_getfd),
        OWN(kill, own), OWN(tgkill, own), NEVER(tkill), NEVER(rt_sigqueueinfo), NEVER(rt_tgsigqueueinfo),
        NEVER(pidfd_send_signal),
        // Files are read-only.
        IF(openat, 2, WRITING), NEVER(openat2), NEVER(truncate), NEVER(unlinkat), NEVER(renameat2), NEVER(linkat),
        NEVER(symlinkat), NEVER(mkdirat), NEVER(mknodat), NEVER(fchmod), NEVER(fchmodat), NEVER(fchown), NEVER(fchownat),
        NEVER(utimensat), NEVER(setxattr), NEVER(lsetxattr), NEVER(fsetxattr), NEVER(removexattr), NEVER(lremovexattr),
        NEVER(fremovexattr), NEVER(mount),
#ifdef __NR_renameat
        // rename() calls it on aarch64.
        NEVER(renameat),
#endif
#ifdef __NR_fchmodat2
        NEVER(fchmodat2),
#endif
#ifdef __x86_64__
        NEVER(fork), NEVER(vfork), IF(open, 1, WRITING), NEVER(creat), NEVER(unlink), NEVER(rmdir), NEVER(rename),
        NEVER(link), NEVER(symlink), NEVER(mkdir), NEVER(mknod), NEVER(chmod), NEVER(chown), NEVER(lchown), NEVER(utime),
        NEVER(utimes), NEVER(futimesat),
#endif
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, (struct sock_filter *)filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
    // TSYNC applies it to running threads too.
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)) return errno;
    return 0;
}

#else

int standup_child_confine(void) { return ENOSYS; }

#endif
